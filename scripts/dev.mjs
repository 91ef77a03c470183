/**
 * Runs the forum for development. Vite serves the components unbuilt, so changes show at once in open pages. Changes of
 * the server or contract rebuild and restart the server. The widget and server-rendered pages are built at start, and
 * again when Enter is pressed.
 */
import { createServer } from 'node:http'
import prefresh from '@prefresh/vite'
import { createServer as createViteServer } from 'vite'
import { createBackend } from './dev/backend.mjs'
import { createFront } from './dev/front.mjs'
import { watchFolders } from './dev/watch-folders.mjs'

const port = Number(process.env.PORT ?? 3000)
const backend = createBackend({ publicPort: port })
const http = createServer()
const vite = await createViteServer({
  configFile: 'hosted-app/vite.config.ts',
  cacheDir: `${process.cwd()}/.cache/vite`,
  appType: 'custom',
  // Keeps the state of the page's other components.
  plugins: [await prefresh()],
  server: { middlewareMode: true, hmr: { server: http } },
  clearScreen: false,
})
createFront({ http, vite, backend })

async function renew(/** @type {string[]} */ what) {
  if (await backend.renew(what)) vite.ws.send({ type: 'full-reload' })
}

await backend.renew(['--runtime'])
http.listen(port, '127.0.0.1', () => console.log(`Components are live at http://localhost:${port}`))
watchFolders(vite.watcher, ['server/src', 'packages/contract/src'], () => void renew(['--only', 'server']))
process.stdin.on('data', () => void renew(['--runtime']))

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
  process.once(signal, () => {
    backend.stop()
    process.exit(0)
  })
}
