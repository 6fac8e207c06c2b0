import type { Outreach } from './outreach.ts';

/**
 * Outreach to one partner for each call. Ten of them share the account, the campaign and its daily limit, because an account takes longer to make
 * than most tests. Twenty emails would make a bounce rate count.
 */
export function inTurn(make: (partners: number) => Promise<Outreach>, size = 10): () => Promise<Outreach> {
  let turn: Promise<Outreach[]> = Promise.resolve([]);
  return async () => {
    let mine: Outreach | undefined;
    turn = turn.then(async (rest) => {
      const [next, ...others] = rest.length > 0 ? rest : each(await make(size));
      mine = next;
      return others;
    });
    await turn;
    if (!mine) throw new Error('Nobody is to be written to.');
    return mine;
  };
}

const each = (outreach: Outreach): Outreach[] =>
  outreach.sends.map((send) => ({
    ...outreach,
    sends: [send],
    partners: outreach.partners.filter(({ id }) => id === send.partner.id),
  }));
