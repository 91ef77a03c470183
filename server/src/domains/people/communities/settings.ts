import {
  accountIdsOf,
  type CallParsedInput,
  type Community,
  CommunityStatus,
  canArchiveCommunity,
  canEditCommunity,
  POST_TYPES,
  type SettingChange,
  type Viewer,
} from '@stoa/contract'
import { DAY_MS } from '../../../platform/clock.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { assertAllowed, DomainError } from '../../../platform/domain-error.ts'
import type { JobQueue } from '../../../platform/jobs/queue.ts'
import type { Platform } from '../../../platform/platform.ts'
import { lookOf, nameLookOf } from '../../../platform/security/look-alikes.ts'
import { fitsPlace, type MediaAddresses, type MediaService, NOT_PUBLIC } from '../media/index.ts'
import { type CommunityRow, communityRepository, titleKeyOf } from './repository.ts'
import { type CommunityService, rulesColumn } from './service.ts'
import { changedTexts } from './titled-texts.ts'
import { CHECK_WAITING } from './waiting-posts.ts'

interface Dependencies extends Pick<Platform, 'clock' | 'database'> {
  jobs: Pick<JobQueue, 'enqueue'>
  communities: CommunityService
  media: Pick<MediaAddresses, 'stored'>
  uploaded: Pick<MediaService, 'assertThere' | 'setUses'>
}

export type CommunitySettings = ReturnType<typeof createCommunitySettings>

/** Maximum number of former addresses kept per community, and of address changes in a time window. */
const FORMER_SLUGS_MAX = 5
const SLUG_CHANGES_MAX = 3
const SLUG_WINDOW_MS = 30 * DAY_MS

/** Edits the settings of a community. */
export function createCommunitySettings(dependencies: Dependencies) {
  const { clock, database, jobs, communities, media, uploaded } = dependencies
  /** Throws unless all featured communities exist and are other communities. */
  async function checkFeatured(tx: Transaction, tokenName: string, featuredTokens: string[]): Promise<void> {
    const existing = await communities.existing(featuredTokens, tx)
    const wrong = featuredTokens.find((name) => name === tokenName || !existing.includes(name))
    if (wrong === undefined) return
    throw new DomainError('VALIDATION_FAILED', [
      { field: 'featuredTokens', message: `${wrong} is not another community.` },
    ])
  }

  return {
    /**
     * Changes the given settings and returns the changes to log. When approval is switched off, pending posts stay
     * pending. When captions are no longer required, posts waiting for them are published.
     */
    async edit(
      tx: Transaction,
      viewer: NonNullable<Viewer>,
      input: CallParsedInput<'communityEdit'>,
    ): Promise<{ community: Community; changes: SettingChange[] }> {
      const { id, tokenName } = await communities.require(input.tokenName, tx)
      const { title, about, urlSlug, rules, postTypes, slowModeSeconds, featuredTokens, archived } = input
      assertAllowed(canEditCommunity(viewer, tokenName, clock.now()))
      if (archived !== undefined) assertAllowed(canArchiveCommunity(viewer, tokenName, clock.now()))
      if (featuredTokens) await checkFeatured(tx, tokenName, featuredTokens)
      const logo = storedPicture(media, { field: 'logoImageURI', address: input.logoImageURI })
      const banner = storedPicture(media, { field: 'bannerImageURI', address: input.bannerImageURI })
      if (title !== undefined || urlSlug !== undefined) await communities.lockNames(tx)
      await communities.lock(tx, id)
      const repository = communityRepository(tx.connection)
      const before = await repository.byId(id)
      if (!before) throw new DomainError('COMMUNITY_NOT_FOUND')
      if (input.revision !== undefined && input.revision !== before.revision) {
        throw new DomainError('EDIT_CONFLICT', { community: await communities.get(tokenName, tx) })
      }
      // A form may be saved days after the upload.
      await uploaded.assertThere(tx, {
        ...(logo !== before.logo_url && { logoImageURI: logo }),
        ...(banner !== before.banner_url && { bannerImageURI: banner }),
      })
      const after: CommunityRow = {
        ...before,
        url_slug: urlSlug ?? before.url_slug,
        title: title ?? before.title,
        about: about ?? before.about,
        approve_posts: Number(input.approvePosts ?? before.approve_posts),
        require_transcripts: Number(input.requireTranscripts ?? before.require_transcripts),
        anonymous_comments: Number(input.anonymousComments ?? before.anonymous_comments),
        show_rules: Number(input.showRules ?? before.show_rules),
        slow_mode_seconds: slowModeSeconds ?? before.slow_mode_seconds,
        featured: featuredTokens?.join(',') ?? before.featured,
        post_types: postTypes
          ? JSON.stringify(POST_TYPES.filter((type) => postTypes.includes(type)))
          : before.post_types,
        publish_status: archived === undefined ? before.publish_status : statusOf(archived),
        logo_url: logo ?? before.logo_url,
        banner_url: banner ?? before.banner_url,
        accent: input.accent ?? before.accent,
        rules: rules === undefined ? before.rules : rulesColumn(rules),
      }
      const changes = changesOf(before, after)
      if (changes.length === 0) return { community: await communities.get(tokenName, tx), changes }
      const { url_slug, require_transcripts } = after
      const newNames = {
        ...(url_slug !== before.url_slug && { urlSlug: url_slug }),
        ...(after.title !== before.title && { title: after.title }),
      }
      if (Object.keys(newNames).length > 0) await communities.assertDistinct(newNames, { ownId: id, tx })
      if (url_slug !== before.url_slug) {
        const owner = await repository.byName(url_slug)
        if (owner && owner.id !== id) throw new DomainError('COMMUNITY_SLUG_EXISTS')
        const now = clock.now()
        const changes = await repository.slugChangesSince(id, now - SLUG_WINDOW_MS)
        if (changes.length >= SLUG_CHANGES_MAX) {
          const retryAfterMs = (changes.at(-SLUG_CHANGES_MAX) ?? now) + SLUG_WINDOW_MS - now
          throw new DomainError('COMMUNITY_SLUG_TOO_SOON', { retryAfterMs })
        }
        await repository.keepSlug(id, { slug: before.url_slug, now, maxFormer: FORMER_SLUGS_MAX })
      }
      const keys = {
        title_key: titleKeyOf(after.title),
        title_look: lookOf(after.title),
        slug_look: nameLookOf(after.url_slug),
      }
      const settings = Object.fromEntries(SETTINGS.map((column) => [column, after[column]]))
      await repository
        .update(id, { ...settings, ...keys, revision: before.revision + 1, updated_at: clock.now() })
        .catch((error) => {
          throw database.dialect.isUniqueViolation(error) ? new DomainError('COMMUNITY_SLUG_EXISTS') : error
        })
      if (before.require_transcripts > require_transcripts) {
        jobs.enqueue(tx, CHECK_WAITING, { payload: { communityId: id, after: '' } })
      }
      if (logo !== undefined || banner !== undefined) {
        const pictures = [after.logo_url, after.banner_url]
        await uploaded.setUses(tx, { entityId: id, ownerIds: accountIdsOf(viewer) }, pictures)
      }
      await communities.tellChanged(tx, id)
      return { community: await communities.get(tokenName, tx), changes }
    },
  }
}

/** The address to store for a picture of a community. Throws VALIDATION_FAILED for a file that can't be one. */
export function storedPicture(
  media: Pick<MediaAddresses, 'stored'>,
  { field, address }: { field: string; address: string | undefined },
): string | undefined {
  const picture = address && media.stored(address)
  if (picture === null || (picture && !fitsPlace(picture, 'picture'))) {
    throw new DomainError('VALIDATION_FAILED', [{ field, message: NOT_PUBLIC }])
  }
  return picture
}

const SETTINGS = [
  'url_slug',
  'title',
  'about',
  'approve_posts',
  'require_transcripts',
  'anonymous_comments',
  'show_rules',
  'slow_mode_seconds',
  'featured',
  'post_types',
  'publish_status',
  'logo_url',
  'banner_url',
  'accent',
  'rules',
] as const satisfies readonly (keyof CommunityRow)[]

const statusOf = (archived: boolean) => (archived ? CommunityStatus.archived : CommunityStatus.published)

function changesOf(before: CommunityRow, after: CommunityRow): SettingChange[] {
  const changed = (of: (row: CommunityRow) => unknown) => ({ before: String(of(before)), after: String(of(after)) })
  const toggled = (column: 'approve_posts' | 'require_transcripts' | 'anonymous_comments' | 'show_rules') =>
    changed((row) => Boolean(row[column]))
  const all: SettingChange[] = [
    { setting: 'title', before: before.title, after: after.title },
    { setting: 'about', before: before.about ?? '', after: after.about ?? '' },
    { setting: 'urlSlug', before: before.url_slug, after: after.url_slug },
    { setting: 'logo', before: before.logo_url, after: after.logo_url },
    { setting: 'banner', before: before.banner_url, after: after.banner_url },
    { setting: 'accent', before: before.accent, after: after.accent },
    { setting: 'approvePosts', ...toggled('approve_posts') },
    { setting: 'requireTranscripts', ...toggled('require_transcripts') },
    { setting: 'anonymousComments', ...toggled('anonymous_comments') },
    { setting: 'showRules', ...toggled('show_rules') },
    { setting: 'postTypes', ...changed((row) => (JSON.parse(row.post_types) as string[]).join(', ')) },
    { setting: 'slowMode', ...changed((row) => row.slow_mode_seconds) },
    { setting: 'featured', before: before.featured.replaceAll(',', ', '), after: after.featured.replaceAll(',', ', ') },
    { setting: 'archived', ...changed((row) => row.publish_status === CommunityStatus.archived) },
  ]
  const different = all.filter((change) => change.before !== change.after)
  return before.rules === after.rules
    ? different
    : [...different, { setting: 'rules', ...changedTexts(rulesOf(before), rulesOf(after)) }]
}

const rulesOf = ({ rules }: CommunityRow) => JSON.parse(rules ?? '[]') as Community['rules']
