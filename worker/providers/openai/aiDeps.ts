import type { AiCalls } from '../../aiCalls.ts';
import type { Deps } from '../../context.ts';
import { openAi } from './askAi.ts';
import { modelLookUp } from './check.ts';
import { openEmbeddings } from './embed.ts';
import type { AiServer } from './server.ts';

/** All that the tasks ask of one AI server. null: there is none. */
export const aiDeps = (server: AiServer | null, calls: AiCalls): Pick<Deps, 'askAi' | 'embed' | 'lookUpModels'> =>
  server
    ? { askAi: openAi(calls, server), embed: openEmbeddings(calls, server), lookUpModels: modelLookUp(server) }
    : { askAi: null, embed: null, lookUpModels: null };
