/** `node scripts/build/server.mjs <folder>` bundles the server and the operator's command line. */
import { bundleServer } from './bundle-server.mjs'

await bundleServer({ main: 'server/src/main.ts', cli: 'server/src/cli/main.ts' }, process.argv[2] ?? 'server/dist')
