import { readAs, type Tx } from '../connection/connect.ts';
import type { Store } from '../store.ts';
import { pack, unpack } from './envelope.ts';
import { FIRST_ANSWER } from './firstAnswer.ts';

/**
 * What a long job works on, until it has ended. Sealed, never in a backup, and gone after two days (auth.sweep) or with any erasure in the workspace.
 * A row of an import, or the filter of a batch, may name a person.
 */
export const JOB_INPUTS = ['import-rows', 'batch-request'] as const;
type JobInputKind = (typeof JOB_INPUTS)[number];
type JobInput = { kind: JobInputKind; id: string; part: number };

const ofJob = ({ kind, id }: Omit<JobInput, 'part'>) => `${kind}.${id}.`;
const secretOf = (input: JobInput) => `${ofJob(input)}${input.part}`;
const place = (tenant: string, kind: JobInputKind, secretId: string) => `${tenant}|${kind}|${secretId}`;

/** Keeps a part in a transaction of the caller's. The input of earlier jobs of its kind is deleted. */
export async function keepJobInputIn(
  tx: Tx,
  { master }: Pick<Store, 'master'>,
  tenant: string,
  input: JobInput,
  value: object,
): Promise<void> {
  const { kind } = input;
  const id = secretOf(input);
  const sealed = pack(master.seal, Buffer.from(JSON.stringify(value)), place(tenant, kind, id));
  await tx`select set_config('app.tenant', ${tenant}, true)`;
  await tx`
    delete from vault.secrets where tenant_id = ${tenant} and kind = ${kind} and not starts_with(secret_id, ${ofJob(input)})`;
  await tx`
    insert into vault.secrets (tenant_id, secret_id, kind, sealed) values (${tenant}, ${id}, ${kind}, ${sealed})
    on conflict do nothing`;
}

/** One part; null when it is gone. */
export async function readJobInput<Value>(
  { sql, master }: Pick<Store, 'sql' | 'master'>,
  tenant: string,
  input: JobInput,
): Promise<Value | null> {
  const id = secretOf(input);
  const [row] = await readAs(
    sql,
    tenant,
    (tx) =>
      tx<{ sealed: Buffer }[]>`select sealed from vault.secrets where tenant_id = ${tenant} and secret_id = ${id}`,
  );
  return row ? JSON.parse(unpack(master.seal, row.sealed, place(tenant, input.kind, id)).toString()) : null;
}

export async function forgetJobInput(
  { sql }: Pick<Store, 'sql'>,
  tenant: string,
  job: Omit<JobInput, 'part'>,
): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`select set_config('app.tenant', ${tenant}, true)`;
    await tx`
      delete from vault.secrets
      where tenant_id = ${tenant} and kind = ${job.kind} and starts_with(secret_id, ${ofJob(job)})`;
  });
}

/** The input of every job and the answers of calls, in a transaction that has the tenant set. */
export async function forgetAllJobInputsIn(tx: Tx, tenant: string): Promise<void> {
  await tx`delete from vault.secrets where tenant_id = ${tenant} and kind = any (${[...JOB_INPUTS, FIRST_ANSWER]})`;
}
