import { PREVIEW_MS, PREVIEW_PARAMETER } from '@stoa/contract'
import { LRUCache } from 'lru-cache'
import { ConfigError } from '../../../platform/domain-error.ts'
import type { Platform } from '../../../platform/platform.ts'
import { deriveKey, openSealed, seal } from '../../../platform/security/keys.ts'
import type { Domain, TenantSettings } from '../tenants/index.ts'
import type { DomainLoader } from './loader.ts'

const KEPT = 50

interface Dependencies extends Pick<Platform, 'clock' | 'config'> {
  tenantSettings: Pick<TenantSettings, 'registry'>
  loader: Pick<DomainLoader, 'preview'>
}

/** A version that a request previews. */
interface Preview {
  domain: Domain
  expiresAt: number
}

export type DomainPreviews = ReturnType<typeof createDomainPreviews>

/** Links that show a domain as a version configures it which isn't in force. A sealed token names both, and its end. */
export function createDomainPreviews({ clock, config, tenantSettings, loader }: Dependencies) {
  const key = deriveKey(config.secret, 'stoa domain preview')
  const kept = new LRUCache<string, { of: Domain; domain: Domain }>({ max: KEPT })

  function read(token: string): { name: string; number: number; expiresAt: number } | null {
    try {
      const [name, number, expiresAt]: [string, number, number] = JSON.parse(openSealed(key, token))
      return expiresAt > clock.now() ? { name, number, expiresAt } : null
    } catch {
      return null
    }
  }

  return {
    link({ name, number }: { name: string; number: number }, origin: string): { url: string; expiresAt: number } {
      const expiresAt = clock.now() + PREVIEW_MS
      const token = seal(key, JSON.stringify([name, number, expiresAt]))
      return { url: `${origin}/?${new URLSearchParams({ [PREVIEW_PARAMETER]: token })}`, expiresAt }
    },
    /** What a token shows on a domain. Null if the token has expired, or is another domain's. */
    async open(token: string, name: string): Promise<Preview | null> {
      const found = read(token)
      const served = tenantSettings.registry.named(name)
      if (!found || found.name !== name || !served) return null
      const { number, expiresAt } = found
      const cacheKey = `${name} ${number}`
      const known = kept.get(cacheKey)
      // Hosts and the origin are those in force.
      if (known?.of === served) return { domain: known.domain, expiresAt }
      const domain = await loader.preview(name, number).catch((error: unknown) => {
        if (error instanceof ConfigError) return null
        throw error
      })
      if (!domain) return null
      kept.set(cacheKey, { of: served, domain })
      return { domain, expiresAt }
    },
  }
}
