import { Agent, request } from 'node:http'

export interface ClientRequest {
  method: 'GET' | 'POST'
  path: string
  headers?: Record<string, string>
  body?: string
}

export interface ClientResponse {
  status: number
  text: string
}

/** A client with one keep-alive connection. Like a proxy, it changes the server only when a connection is refused. */
export interface SteadyClient {
  send(about: ClientRequest): Promise<ClientResponse>
  /** How often it changed the server. */
  moves(): number
  close(): void
}

/** `urls`: servers in the order of preference. Failures other than a refused connection are left to the caller. */
export function createSteadyClient(urls: string[]): SteadyClient {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  let at = 0
  let moves = 0

  function once(base: string, about: ClientRequest): Promise<ClientResponse> {
    const { method, path, headers = {}, body } = about
    return new Promise((resolve, reject) => {
      const clientRequest = request(base + path, { agent, method, headers }, (response) => {
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (chunk: string) => {
          text += chunk
        })
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
        response.on('error', reject)
      })
      clientRequest.on('error', reject)
      clientRequest.end(body)
    })
  }

  return {
    async send(about) {
      for (let tries = 1; ; tries += 1) {
        try {
          return await once(urls[at] ?? '', about)
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'ECONNREFUSED' || tries > urls.length) throw error
          at = (at + 1) % urls.length
          moves += 1
        }
      }
    },
    moves: () => moves,
    close: () => agent.destroy(),
  }
}
