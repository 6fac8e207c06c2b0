import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { FailingJobView, InstallationHealthView } from '../../../api/views.ts';
import { client, unwrap } from '../../lib/client.ts';
import { showToast } from '../../lib/toasts.ts';
import { userFailure } from './users.ts';

const REFRESH_MS = 30_000;

/** Whether the installation does what it should. GET /api/admin/health */
export function fetchHealth(): Promise<InstallationHealthView> {
  return unwrap(client.api.admin.health.$get());
}

export function healthQuery() {
  return queryOptions({ queryKey: ['admin', 'health'], queryFn: fetchHealth, refetchInterval: REFRESH_MS });
}

export function useHealth() {
  return useQuery(healthQuery());
}

/** Has a job that failed tried again now. POST /api/admin/jobs/{id}/retry */
export function useRetryJob() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (job: FailingJobView) => unwrap(client.api.admin.jobs[':id'].retry.$post({ param: { id: job.id } })),
    meta: { failure: userFailure('This failed job no longer exists. It may be done.') },
    onSuccess: () => showToast({ title: 'Job Retried', text: 'A worker runs it shortly.' }),
    onSettled: () => queries.invalidateQueries({ queryKey: healthQuery().queryKey }),
  });
}
