/**
 * `npm run screens`: visits the demonstration's pages in every role, takes pictures of them in several widths and
 * themes, and runs axe on them and their menus and dialogs. Needs a build. The pictures are in `.cache/screens`, with a
 * contact sheet.
 */
import { freePort } from '../../scripts/services/child.mjs'

// The journeys' harness reads it when it is loaded.
process.env.STOA_E2E_PORTS = String(await freePort())
await import('./take.ts')
