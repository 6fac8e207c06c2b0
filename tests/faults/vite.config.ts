import { defineConfig } from 'vite';
import { serverBuild } from '../../db/start/vite.config.ts';

export default defineConfig(serverBuild(['tests/faults/worker.ts']));
