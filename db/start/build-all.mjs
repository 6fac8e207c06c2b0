/** npm run build */
import { build, SERVER, WEB } from './build.mjs';

build(SERVER);
build(WEB);
