import { once } from 'node:events'
import type { Server } from 'node:net'

export interface ListenAddress {
  /** IP address; `0.0.0.0` or `::` for all of the machine's. */
  host: string
  /** 0: any free one. */
  port: number
}

/** Starts to listen; throws when the address is taken or not this machine's. */
export async function listenOn(server: Server, { host, port }: ListenAddress): Promise<void> {
  await once(server.listen({ host, port }), 'listening')
}
