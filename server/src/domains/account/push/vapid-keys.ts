import webPush from 'web-push'
import type { Platform } from '../../../platform/platform.ts'
import { openSealed, seal } from '../../../platform/security/keys.ts'
import { pushRepository } from './repository.ts'

interface Dependencies extends Pick<Platform, 'database' | 'clock'> {
  /** Encrypts the private key. */
  key: Buffer
}

/** The pair with which the server proves to push services who it is. */
export interface VapidKeys {
  publicKey: string
  privateKey: string
}

const NAME = 'vapid'

/** Makes the pair once for all servers of the database. */
export function createVapidKeys({ database, clock, key }: Dependencies): () => Promise<VapidKeys> {
  let known: VapidKeys | null = null

  async function load(): Promise<VapidKeys | null> {
    const row = await pushRepository(database.read).key(NAME)
    return row ? { publicKey: row.public_key, privateKey: openSealed(key, row.sealed) } : null
  }

  return async function vapidKeys(): Promise<VapidKeys> {
    known ??= await load()
    if (known) return known
    const { publicKey, privateKey } = webPush.generateVAPIDKeys()
    const row = { name: NAME, public_key: publicKey, sealed: seal(key, privateKey), created_at: clock.now() }
    await database.transaction(({ connection }) => pushRepository(connection).addKey(row))
    known = await load()
    if (!known) throw new Error('The keys of push messages are gone.')
    return known
  }
}
