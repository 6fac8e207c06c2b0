import type { ReactNode } from 'react';
import { Card } from '../../components/ui/Card.tsx';
import { type Query, QueryState } from '../../components/ui/QueryState.tsx';
import { type Connection, ConnectionBadge } from './ConnectionBadge.tsx';

/** Makes the card of a kind of account. */
export const accountCard = <Status extends Connection>(part: {
  title: string;
  note: string;
  useStatus: () => Query<Status>;
  loading: ReactNode;
  failed: string;
  Body: (props: { status: Status }) => ReactNode;
}) =>
  function AccountCard() {
    const { title, note, loading, failed, Body } = part;
    const status = part.useStatus();
    return (
      <Card title={title} note={note} actions={status.data && <ConnectionBadge {...status.data} />}>
        <div className="flex flex-col gap-3 p-4">
          <QueryState query={status} loading={loading} failed={failed}>
            {(data) => <Body status={data} />}
          </QueryState>
        </div>
      </Card>
    );
  };
