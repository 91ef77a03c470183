import { request as forward } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { unbuilt } from './unbuilt.mjs'

/** Requests that Vite handles; the server handles all others. */
const OF_VITE = /^\/(?:@|src\/|node_modules\/)/
/** Time for the server to start. */
const PATIENCE_MS = 60_000
const PAUSE_MS = 100

/**
 * Serves browsers: components from Vite, everything else from the server.
 * @param {{ http: import('node:http').Server, vite: import('vite').ViteDevServer, backend: import('./backend.mjs').Backend }} about
 */
export function createFront({ http, vite, backend }) {
  http.on('request', (request, response) => {
    if (OF_VITE.test(request.url ?? '')) vite.middlewares(request, response)
    else pass({ request, response, backend, until: Date.now() + PATIENCE_MS })
  })
  http.on('upgrade', (request, socket, head) => {
    // Vite handles its own connections.
    if (request.headers['sec-websocket-protocol']?.startsWith('vite')) return
    const behind = connect(backend.port(), '127.0.0.1', () => {
      behind.write(headOf(request))
      behind.write(head)
      socket.pipe(behind).pipe(socket)
    })
    behind.on('error', () => socket.destroy())
    socket.on('error', () => behind.destroy())
  })
}

/** @typedef {{ request: import('node:http').IncomingMessage, response: import('node:http').ServerResponse, backend: import('./backend.mjs').Backend, until: number }} Exchange */

/** @param {Exchange} exchange */
function pass(exchange) {
  const { request, response, backend, until } = exchange
  const { method, url: path } = request
  // Pages are modified, so they must not be compressed.
  const headers = { ...request.headers, 'accept-encoding': 'identity' }
  const behind = forward({ host: '127.0.0.1', port: backend.port(), method, path, headers }, (backendResponse) => {
    void passOn(backendResponse, response)
  })
  behind.on('error', (error) => {
    const isStarting = 'code' in error && error.code === 'ECONNREFUSED' && Date.now() < until
    if (isStarting && method === 'GET') setTimeout(pass, PAUSE_MS, exchange)
    else if (response.headersSent) response.destroy()
    else response.writeHead(502).end(String(error))
  })
  request.pipe(behind)
}

/**
 * @param {import('node:http').IncomingMessage} backendResponse
 * @param {import('node:http').ServerResponse} response
 */
async function passOn(backendResponse, response) {
  const status = backendResponse.statusCode ?? 502
  const isPage = backendResponse.headers['content-type']?.startsWith('text/html') && status !== 304
  const page = isPage ? unbuilt(await text(backendResponse)) : null
  if (page === null) {
    response.writeHead(status, backendResponse.headers)
    backendResponse.pipe(response)
    return
  }
  // Vite adds its own styles and scripts, so the page's policy doesn't apply.
  const {
    'content-security-policy': _policy,
    'content-length': _length,
    etag: _etag,
    ...headers
  } = backendResponse.headers
  response.writeHead(status, { ...headers, 'cache-control': 'no-store' }).end(page)
}

/**
 * The raw request head, for a connection that is passed on.
 * @param {import('node:http').IncomingMessage} request
 */
function headOf({ method, url, rawHeaders }) {
  const lines = rawHeaders.flatMap((name, index) => (index % 2 === 0 ? [`${name}: ${rawHeaders[index + 1]}`] : []))
  return [`${method} ${url} HTTP/1.1`, ...lines, '', ''].join('\r\n')
}
