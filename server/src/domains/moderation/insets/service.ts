import {
  accountIdsOf,
  type CallOutput,
  type CallParsedInput,
  type Consent,
  canConfigureDomain,
  canSeePost,
  INSETS_MAX,
  type Inset,
  isPublicPost,
  type Me,
  readConsent,
} from '@stoa/contract'
import type { Transaction } from '../../../platform/database/database.ts'
import { assertAllowed, DomainError } from '../../../platform/domain-error.ts'
import type { Platform } from '../../../platform/platform.ts'
import { deriveKey } from '../../../platform/security/keys.ts'
import type { PostService } from '../../content/posts/index.ts'
import type { OperatorLog } from '../../people/accounts/index.ts'
import type { MediaService } from '../../people/media/index.ts'
import type { Domain, DomainService } from '../../people/tenants/index.ts'
import type { ReportService } from '../reports/index.ts'
import { type InsetRow, insetRepository } from './repository.ts'

interface Dependencies extends Pick<Platform, 'database' | 'clock' | 'ids' | 'eventCounts' | 'secret'> {
  domains: Pick<DomainService, 'stored'>
  uploaded: Pick<MediaService, 'setUses' | 'assertThere'>
  posts: Pick<PostService, 'factsById'>
  reports: Pick<ReportService, 'waiting'>
  operatorLog: Pick<OperatorLog, 'act'>
}

/** What admins write. */
type Written = 'name' | 'image_url' | 'image_text' | 'link' | 'starts_at' | 'ends_at' | 'share'

/** What a browser sends about its visitor's choice. */
export interface VisitorHeaders {
  cookie?: string | undefined
  dnt?: unknown
  'sec-gpc'?: unknown
}

/** What a visitor allows on a domain, by their request. */
export function consentOf({ cookie = '', dnt, 'sec-gpc': gpc }: VisitorHeaders, { config }: Domain): Consent {
  return readConsent({ cookies: cookie, isOptedOut: dnt === '1' || gpc === '1' }, config.consent === 'required')
}

/** Ads of domains. Their admins upload those of the house. */
export function createInsetService(dependencies: Dependencies) {
  const { database, clock, ids, eventCounts, secret, domains, uploaded, posts, reports, operatorLog } = dependencies
  const networkKey = deriveKey(secret, 'stoa inset counts')

  function assertAdministers(viewer: Me, name: string): void {
    assertAllowed(canConfigureDomain(viewer, name))
    if (!domains.stored.some((domain) => domain.name === name)) throw new DomainError('DOMAIN_NOT_FOUND')
  }

  /** An ad, locked. */
  async function find(tx: Transaction, { name, insetId }: { name: string; insetId: string }): Promise<InsetRow> {
    const row = await insetRepository(tx.connection).lock({ name, insetId }, database.dialect)
    if (!row) throw new DomainError('NOT_FOUND')
    return row
  }

  /** Whether everybody sees the posts on the domain, and no report about them or their comments waits. */
  async function bearInsets(postIds: string[], { config }: Domain): Promise<boolean> {
    if (postIds.length === 0) return true
    const facts = await posts.factsById(postIds, config.isSingleTokenDomain ? config.defaultTokenName : null)
    const isUnclean = async (postId: string): Promise<boolean> => {
      const post = facts.get(postId)
      if (!post || !canSeePost(null, post).allowed || !isPublicPost(post.status)) return true
      return (await reports.waiting([post.communityId], { after: null, limit: 1, postId })).length > 0
    }
    return !(await Promise.all(postIds.map(isUnclean))).includes(true)
  }

  const isCurrent = ({ starts_at, ends_at }: InsetRow): boolean => {
    const now = clock.now()
    return Number(starts_at) <= now && (Number(ends_at) === 0 || Number(ends_at) > now)
  }

  return {
    /** What a place beside these posts may show on a domain, to a visitor who allows it. */
    async shown(
      domain: Domain,
      { postIds, consent }: { postIds: string[]; consent: Consent },
    ): Promise<CallOutput<'insetShown'>> {
      const { provider } = domain.config.ads
      const nothing = (state: 'noProvider' | 'noConsent' | 'noContent' | 'empty') => ({ provider, state, items: [] })
      if (provider === 'none') return nothing('noProvider')
      if (!consent.ads) return nothing('noConsent')
      if (!(await bearInsets(postIds, domain))) return nothing('noContent')
      if (provider === 'script') return { provider, state: 'ready', items: [] }
      const rows = (await insetRepository(database.read).of(domain.name, INSETS_MAX)).filter(isCurrent)
      if (rows.length === 0) return nothing('empty')
      const items = rows.map(present).map(({ id, image, alt, link, share }) => ({ id, image, alt, link, share }))
      return { provider, state: 'ready', items }
    },
    /** Counts a view or press of one of the domain's ads, once per view, and at most so many per network and day. */
    async count(
      domain: Domain,
      about: Pick<CallParsedInput<'insetCount'>, 'insetId' | 'viewId' | 'kind'> & { address: string },
      tx: Transaction,
    ): Promise<void> {
      const { insetId, viewId, kind, address } = about
      const row = await insetRepository(tx.connection).at(domain.name, insetId)
      if (!row || !isCurrent(row)) return
      const policy = kind === 'view' ? 'insetViewsByNetwork' : 'insetClicksByNetwork'
      const allowance = await eventCounts.allowance(tx, { policy, of: [insetId], address, key: networkKey })
      if (allowance.left === 0) return
      const times = await eventCounts.add({ policy: 'insetEvent', of: [insetId, kind, viewId] }, 1, tx)
      if (times > 1) return
      await allowance.use(1)
      await insetRepository(tx.connection).count(insetId, kind === 'view' ? 'views' : 'clicks')
    },
    async list(viewer: Me, name: string): Promise<CallOutput<'insetList'>> {
      assertAdministers(viewer, name)
      return { items: (await insetRepository(database.read).of(name, INSETS_MAX)).map(present) }
    },
    async save(
      viewer: Me,
      input: Pick<CallParsedInput<'insetSave'>, 'name' | 'insetId' | 'revision' | 'inset'>,
      tx: Transaction,
    ): Promise<CallOutput<'insetSave'>> {
      const { name, insetId, revision, inset } = input
      assertAdministers(viewer, name)
      if (insetId !== undefined && revision === undefined)
        throw new DomainError('VALIDATION_FAILED', [{ field: 'revision', message: 'Needed for an ad that is there.' }])
      const before = insetId === undefined ? null : await find(tx, { name, insetId })
      const written = {
        name: inset.name,
        image_url: inset.image,
        image_text: inset.alt,
        link: inset.link,
        starts_at: inset.startsAt,
        ends_at: inset.endsAt ?? 0,
        share: inset.share,
      }
      if (before) {
        // A repeat, or two who did the same.
        const isSame = Object.entries(written).every(
          ([column, value]) => String(before[column as Written]) === `${value}`,
        )
        if (isSame) return { inset: present(before) }
        if (before.revision !== revision) throw new DomainError('EDIT_CONFLICT', { inset: present(before) })
      } else if ((await insetRepository(tx.connection).numberOf(name)) >= INSETS_MAX) {
        throw new DomainError('VALIDATION_FAILED', [
          { field: 'inset', message: `A domain has at most ${INSETS_MAX} ads.` },
        ])
      }
      const id = before?.id ?? ids.next()
      if (inset.image !== before?.image_url) await uploaded.assertThere(tx, { image: inset.image })
      await uploaded.setUses(tx, { entityId: id, ownerIds: accountIdsOf(viewer) }, [inset.image])
      const row = { ...written, revision: (before?.revision ?? 0) + 1 }
      if (before) await insetRepository(tx.connection).update(id, row)
      else await insetRepository(tx.connection).insert({ id, domain_name: name, ...row })
      await operatorLog.act(tx, viewer, { act: 'saved ad of', detail: name })
      return { inset: present({ views: 0, clicks: 0, ...before, ...row, id, domain_name: name }) }
    },
    async remove(viewer: Me, about: { name: string; insetId: string }, tx: Transaction): Promise<void> {
      assertAdministers(viewer, about.name)
      const { id } = await find(tx, about)
      await uploaded.setUses(tx, { entityId: id, ownerIds: accountIdsOf(viewer) }, [])
      await insetRepository(tx.connection).delete(id)
      await operatorLog.act(tx, viewer, { act: 'deleted ad of', detail: about.name })
    },
  }
}

function present(row: InsetRow): Inset {
  return {
    id: row.id,
    name: row.name,
    image: row.image_url,
    alt: row.image_text,
    link: row.link,
    startsAt: Number(row.starts_at),
    endsAt: Number(row.ends_at) || null,
    share: row.share,
    revision: row.revision,
    views: Number(row.views),
    clicks: Number(row.clicks),
  }
}
