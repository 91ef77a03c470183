import {
  type CallParsedInput,
  COMMUNITIES_PAGE_SIZE,
  type Community,
  CommunityStatus,
  communityName,
  isReservedName,
  normalizeText,
  onOneLine,
  PAGE_SIZE,
  PAGE_SIZE_MAX,
  type Page,
  POST_TYPES,
  type PostSummary,
  type PostType,
  RESERVED_USERNAMES,
  RESERVED_WORDS,
  type Topic,
} from '@stoa/contract'
import type { Transaction } from '../../../platform/database/database.ts'
import { pageOf } from '../../../platform/database/keyset.ts'
import { DomainError } from '../../../platform/domain-error.ts'
import { jobKind } from '../../../platform/jobs/queue.ts'
import type { Platform } from '../../../platform/platform.ts'
import { lookOf, nameLookOf } from '../../../platform/security/look-alikes.ts'
import type { MediaAddresses } from '../media/index.ts'
import {
  type CommunityListPosition,
  type CommunityRow,
  communityRepository,
  type LockedSettingsRow,
  positionOf,
  type TopicRow,
  titleKeyOf,
} from './repository.ts'

/** The facts about a community that other domains need. */
export interface CommunityFacts {
  id: string
  tokenName: string
  title: string
  urlSlug: string
  /** Empty if it has no creator. */
  creatorID: string
  approvePosts: boolean
  /** Videos and recordings need captions. */
  requireTranscripts: boolean
  approveComments: boolean
  anonymousComments: boolean
  /** Only members can write at present. */
  membersOnly: boolean
  /** Types of posts that it accepts. */
  postTypes: PostType[]
  /** Time that members must wait between posts and comments; 0 for none. */
  slowModeSeconds: number
  archived: boolean
  /** Time of the last post. */
  activeAt: number
  /** Communities that it recommends, in order. */
  featuredTokens: string[]
  /** Address of the logo for browsers; empty: none. */
  logo: string
}

/** Settings that are compared again, under a lock, when a post or comment is stored. */
export type LockedSettings = Pick<CommunityFacts, 'approveComments' | 'anonymousComments' | 'archived'>

export interface NewCommunity {
  tokenName: string
  title: string
  urlSlug: string
  about: string
  creatorId: string
  approvePosts?: boolean
  requireTranscripts?: boolean
  rules?: readonly Readonly<Community['rules'][number]>[]
  /** Stored address of the logo. Default: none. */
  logo?: string | undefined
  banner?: string | undefined
  accent?: string | undefined
  /** Topics as names, or as names and colors. Default color: gray. */
  flairs?: readonly (string | Pick<Topic, 'name' | 'color'>)[]
}

/** Names that a community gets; omitted ones stay. */
type NewNames = Partial<Pick<NewCommunity, 'tokenName' | 'urlSlug' | 'title'>>

const TITLE_TAKEN = 'Another community has this title or one that looks like it.'
const TITLE_RESERVED = 'This title looks like a reserved word.'
const RESERVED_LOOKS = new Set([...RESERVED_WORDS, ...RESERVED_USERNAMES].map(nameLookOf))

/** Whether a name looks like a reserved one. */
const isLikeReserved = (name: string) => RESERVED_LOOKS.has(nameLookOf(name))

interface Dependencies extends Pick<Platform, 'database' | 'clock' | 'ids' | 'cursors' | 'events' | 'jobs'> {
  media: Pick<MediaAddresses, 'picture'>
}

/** `onlyCommunity`: token name of the only community shown; null for all. */
type CommunityListQuery = Partial<CallParsedInput<'communityList'>> & { onlyCommunity?: string | null }

const LIST = 'communities'

/** Tells open pages that everybody may write again, or that the storm was prolonged. */
const MEMBERS_ONLY_ENDS = jobKind<{ communityId: string }>('members-only-ends')

type MoneyOf = (tokenName: string) => Pick<Community, 'moneyOff' | 'promotionDayPrice'>

export type CommunityService = ReturnType<typeof createCommunityService>

export function createCommunityService({ database, clock, ids, cursors, events, jobs, media }: Dependencies) {
  const read = (tx?: Transaction) => communityRepository(database.from(tx))
  /** What its own domain says about money in a community. Domains are registered later. */
  let moneyOf: MoneyOf = () => ({})
  /** Ids by token name, which never changes. */
  const idsByName = new Map<string, string>()

  async function require(name: string, tx?: Transaction): Promise<CommunityFacts> {
    const row = await read(tx).byName(name)
    if (!row) throw new DomainError('COMMUNITY_NOT_FOUND')
    return factsOf(row, { media, now: clock.now() })
  }

  async function get(name: string, tx?: Transaction): Promise<Community> {
    const row = await read(tx).byName(name)
    if (!row) throw new DomainError('COMMUNITY_NOT_FOUND')
    return presentCommunity(row, { ...(await partsOf([row.id], tx)), media, moneyOf, now: clock.now() })
  }

  /** What else is shown of communities. */
  async function partsOf(communityIds: string[], tx?: Transaction) {
    if (communityIds.length === 0) return { flairs: [], merged: [], emailsSeen: [] }
    const [flairs, merged, emailsSeen] = await Promise.all([
      read(tx).topicsOf(communityIds),
      read(tx).mergedTopicsOf(communityIds),
      read(tx).withEmailReaders(communityIds),
    ])
    return { flairs, merged, emailsSeen }
  }

  /** Publishes the community's current data to its room, and drops cached pages that show it. */
  async function tellChanged(tx: Transaction, communityId: string): Promise<void> {
    const row = await communityRepository(tx.connection).byId(communityId)
    if (!row) throw new DomainError('COMMUNITY_NOT_FOUND')
    const { token_name: tokenName, number_of_members: numberOfMembers, total_posts: totalPosts } = row
    events.publish(tx, {
      name: 'community.changed',
      payload: {
        tokenName,
        numberOfMembers,
        totalPosts,
        logoImageURI: media.picture(row.logo_url),
        bannerImageURI: media.picture(row.banner_url),
        accent: row.accent,
        membersOnly: Number(row.members_only_until) > clock.now(),
      },
    })
  }

  jobs.transactional(MEMBERS_ONLY_ENDS, {
    async work(tx, [job]) {
      if (job) await tellChanged(tx, job.payload.communityId)
      return undefined
    },
  })

  return {
    /** Sets who knows of a community's money. */
    setMoney(find: MoneyOf): void {
      moneyOf = find
    },
    get,
    /** Facts of a community by token name or URL slug; throws COMMUNITY_NOT_FOUND. */
    require,
    /** Id of a community by its token name, cached because token names never change. Throws COMMUNITY_NOT_FOUND. */
    async idOf(tokenName: string, tx?: Transaction): Promise<string> {
      const id = idsByName.get(tokenName) ?? (await require(tokenName, tx)).id
      idsByName.set(tokenName, id)
      return id
    },
    /** Ids of communities by token name. One query. */
    idsOf: (tokenNames: readonly string[], tx?: Transaction): Promise<string[]> =>
      tokenNames.length === 0 ? Promise.resolve([]) : read(tx).idsOf(tokenNames),
    /** Which of the token names exist. */
    existing: (tokenNames: string[], tx?: Transaction): Promise<string[]> =>
      tokenNames.length === 0 ? Promise.resolve([]) : read(tx).existing(tokenNames),
    /** Facts of several communities by id, for the rows of a page. */
    async factsById(communityIds: string[], tx?: Transaction): Promise<Map<string, CommunityFacts>> {
      const rows = communityIds.length === 0 ? [] : await read(tx).byIds([...new Set(communityIds)])
      return new Map(rows.map((row) => [row.id, factsOf(row, { media, now: clock.now() })]))
    },
    /** Several communities by id. */
    async shownById(communityIds: string[]): Promise<Map<string, Community>> {
      const rows = communityIds.length === 0 ? [] : await read().byIds(communityIds)
      const parts = await partsOf(rows.map(({ id }) => id))
      return new Map(rows.map((row) => [row.id, presentCommunity(row, { ...parts, media, moneyOf, now: clock.now() })]))
    },
    /** What navigation shows of communities, with the time of their last post; archived ones are left out. */
    async linksOf(communityIds: string[]) {
      const rows = communityIds.length === 0 ? [] : await read().byIds(communityIds)
      return rows
        .filter((row) => row.publish_status !== CommunityStatus.archived)
        .map((row) => ({
          id: row.id,
          tokenName: row.token_name,
          title: row.title,
          urlSlug: row.url_slug,
          logoImageURI: media.picture(row.logo_url),
          activeAt: Number(row.active_at),
        }))
    },
    /** Whether the community has topics. */
    async hasFlairs(communityId: string, tx?: Transaction): Promise<boolean> {
      return (await read(tx).topicsOf([communityId])).length > 0
    },
    /** Topics by id, including deleted ones that posts still have. For a merged topic, its target. */
    async topicsById(
      flairIds: string[],
      tx?: Transaction,
    ): Promise<Map<string, Topic & { communityId: string; deleted: boolean }>> {
      const rows = flairIds.length === 0 ? [] : await read(tx).topicsById([...new Set(flairIds)])
      const targetIds = rows.flatMap(({ merged_into }) => merged_into || [])
      const targets = targetIds.length === 0 ? [] : await read(tx).topicsById(targetIds)
      const rowsById = new Map([...rows, ...targets].map((row) => [row.id, row]))
      return new Map(
        rows.map((row) => {
          const { id, name, color, community_id, deleted_at } = rowsById.get(row.merged_into) ?? row
          return [row.id, { id, name, color, communityId: community_id, deleted: deleted_at > 0 }]
        }),
      )
    },
    /**
     * A topic, or the one it was merged into. Locked until the transaction ends, so that no post is filed under a topic
     * that is merged or deleted meanwhile.
     */
    async topicForShare(
      { connection }: Transaction,
      flairId: string,
    ): Promise<{ id: string; communityId: string; deleted: boolean } | undefined> {
      const repository = communityRepository(connection)
      let row = await repository.topicForShare(flairId, database.dialect)
      while (row && row.merged_into !== '') row = await repository.topicForShare(row.merged_into, database.dialect)
      return row && { id: row.id, communityId: row.community_id, deleted: row.deleted_at > 0 }
    },
    /** Lists communities; with `onlyCommunity`, the one with this token name. */
    async list(about: CommunityListQuery): Promise<Page<Community>> {
      const { cursor, onlyCommunity = null, sort = 'members', query = '' } = about
      const tokenNames = about.tokenNames?.split(',').slice(0, PAGE_SIZE_MAX) ?? null
      const { limit = tokenNames ? PAGE_SIZE : COMMUNITIES_PAGE_SIZE } = about
      const list = `${LIST} ${sort}`
      const after = cursor ? (cursors.decode(list, cursor) as CommunityListPosition) : null
      const looked = onOneLine(normalizeText(query))
      const rows = await read().list({ sort, after, limit: limit + 1, onlyCommunity, query: looked, tokenNames })
      const { pageRows, end } = pageOf(rows, limit, { cursors, list, positionOf: (row) => positionOf(row, sort) })
      const parts = await partsOf(pageRows.map((row) => row.id))
      return {
        items: pageRows.map((row) => presentCommunity(row, { ...parts, media, moneyOf, now: clock.now() })),
        ...end,
      }
    },
    /** Changes the counters in the transaction that changes what they count, and notifies the community's room. */
    async count(tx: Transaction, communityId: string, change: { members?: number; posts?: number }): Promise<void> {
      await communityRepository(tx.connection).count(communityId, { ...change, now: clock.now() })
      await tellChanged(tx, communityId)
    },
    tellChanged,
    /** Sets the community's creator. The caller checks the permission. */
    async setCreator(tx: Transaction, communityId: string, userId: string): Promise<void> {
      await communityRepository(tx.connection).update(communityId, { creator_id: userId, updated_at: clock.now() })
      await tellChanged(tx, communityId)
    },
    /** Lets only members write until a time; 0 ends this. Open pages are updated. The caller checks the permission. */
    async setMembersOnly(tx: Transaction, communityId: string, until: number): Promise<void> {
      await communityRepository(tx.connection).update(communityId, { members_only_until: until })
      await tellChanged(tx, communityId)
      if (until > clock.now()) jobs.enqueue(tx, MEMBERS_ONLY_ENDS, { payload: { communityId }, runAt: until })
    },
    /** Serializes decisions about the community until the transaction ends. */
    async lock({ connection }: Transaction, communityId: string): Promise<void> {
      await communityRepository(connection).lock(communityId, database.dialect)
    },
    /** Settings that posts and comments depend on, by id. They stay so until the transaction ends. */
    async lockSettings({ connection }: Transaction, communityIds: string[]): Promise<Map<string, LockedSettings>> {
      const rows = await communityRepository(connection).lockSettings(communityIds, database.dialect)
      return new Map(rows.map((row) => [row.id, lockedSettingsOf(row)]))
    },
    /** Lets nobody else choose names until the transaction ends. Precedes locks of communities. */
    async lockNames({ connection }: Transaction): Promise<void> {
      await communityRepository(connection).lockNames()
    },
    /**
     * Throws if readers could confuse a new token name, slug or title with that of another community, or with a
     * reserved word. Others can't take the same until the transaction ends.
     */
    assertDistinct(names: NewNames, { ownId = '', tx }: { ownId?: string; tx?: Transaction | undefined } = {}) {
      return database.transaction(async ({ connection }) => {
        const repository = communityRepository(connection)
        const { tokenName, urlSlug, title } = names
        if ([tokenName, urlSlug].some((name) => name !== undefined && isLikeReserved(name))) {
          throw new DomainError('COMMUNITY_NAME_RESERVED')
        }
        await repository.lockNames()
        const isTaken = (name: string | undefined) => name !== undefined && repository.isLook(name, { id: ownId })
        if (await isTaken(tokenName)) throw new DomainError('COMMUNITY_EXISTS')
        if (await isTaken(urlSlug)) throw new DomainError('COMMUNITY_SLUG_EXISTS')
        const isDisguised = title !== undefined && isLikeReserved(title) && !isReservedName(title.trim())
        if (isDisguised) throw new DomainError('VALIDATION_FAILED', [{ field: 'title', message: TITLE_RESERVED }])
        if (await isTaken(title)) {
          throw new DomainError('VALIDATION_FAILED', [{ field: 'title', message: TITLE_TAKEN }])
        }
      }, tx)
    },
    /** Whether readers could take a person's name for a community that the person didn't found, by its former slugs, too. */
    async isNamedLike(name: string, userId: string, tx?: Transaction): Promise<boolean> {
      const repository = communityRepository(database.from(tx))
      const own = userId === '' ? { id: '' } : { creator_id: userId }
      return (await repository.isLook(name, own)) || (await repository.isFormerLook(name, own))
    },
    /** Creates a community with its topics; returns its id. The caller checks the permission. */
    async create(community: NewCommunity, tx?: Transaction): Promise<string> {
      return database.transaction(async ({ connection }) => {
        const repository = communityRepository(connection)
        const id = ids.next()
        const now = clock.now()
        await repository.insert({
          id,
          token_name: community.tokenName,
          title: community.title,
          url_slug: community.urlSlug,
          creator_id: community.creatorId,
          logo_url: community.logo ?? '',
          banner_url: community.banner ?? '',
          accent: community.accent ?? '',
          about: community.about,
          post_types: JSON.stringify(POST_TYPES),
          approve_posts: Number(community.approvePosts ?? false),
          require_transcripts: Number(community.requireTranscripts ?? false),
          rules: rulesColumn(community.rules ?? []),
          show_rules: 1,
          slow_mode_seconds: 0,
          members_only_until: 0,
          featured: '',
          approve_comments: 0,
          anonymous_comments: 1,
          publish_status: CommunityStatus.published,
          number_of_members: 0,
          total_posts: 0,
          created_at: now,
          updated_at: now,
          revision: 0,
          title_key: titleKeyOf(community.title),
          active_at: now,
          name_look: nameLookOf(community.tokenName),
          slug_look: nameLookOf(community.urlSlug),
          title_look: lookOf(community.title),
        })
        for (const [position, flair] of (community.flairs ?? []).entries()) {
          const { name, color } = typeof flair === 'string' ? { name: flair, color: 'gray' as const } : flair
          await repository.insertTopic({
            id: ids.next(),
            community_id: id,
            name,
            name_key: name.toLowerCase(),
            color,
            position,
            deleted_at: 0,
            merged_into: '',
          })
        }
        return id
      }, tx)
    },
  }
}

/** The fields that addresses of a community are made of. */
export function inCommunity(
  facts: Pick<CommunityFacts, 'tokenName' | 'urlSlug'>,
): Pick<PostSummary, 'tokenName' | 'communitySlug'> {
  const { tokenName } = facts
  const name = communityName(facts)
  return name === tokenName ? { tokenName } : { tokenName, communitySlug: name }
}

/** Rules as stored. */
export function rulesColumn(rules: NonNullable<NewCommunity['rules']>): string | null {
  return rules.length === 0 ? null : JSON.stringify(rules)
}

function lockedSettingsOf(row: LockedSettingsRow): LockedSettings {
  return {
    approveComments: Boolean(row.approve_comments),
    anonymousComments: Boolean(row.anonymous_comments),
    archived: row.publish_status === CommunityStatus.archived,
  }
}

function factsOf(
  row: CommunityRow,
  { media, now }: { media: Pick<MediaAddresses, 'picture'>; now: number },
): CommunityFacts {
  return {
    id: row.id,
    tokenName: row.token_name,
    title: row.title,
    urlSlug: row.url_slug,
    creatorID: row.creator_id,
    approvePosts: Boolean(row.approve_posts),
    requireTranscripts: Boolean(row.require_transcripts),
    ...lockedSettingsOf(row),
    membersOnly: Number(row.members_only_until) > now,
    postTypes: JSON.parse(row.post_types),
    slowModeSeconds: row.slow_mode_seconds,
    activeAt: Number(row.active_at),
    featuredTokens: featuredOf(row),
    logo: media.picture(row.logo_url),
  }
}

function featuredOf({ featured }: CommunityRow): string[] {
  return featured === '' ? [] : featured.split(',')
}

function presentCommunity(
  row: CommunityRow,
  about: {
    flairs: TopicRow[]
    merged: TopicRow[]
    /** Ids of communities whose team can see members' addresses. */
    emailsSeen: string[]
    media: Pick<MediaAddresses, 'picture'>
    moneyOf: MoneyOf
    now: number
  },
): Community {
  const { flairs, merged, emailsSeen, media, moneyOf, now } = about
  return {
    id: row.id,
    tokenName: row.token_name,
    title: row.title,
    about: row.about ?? '',
    creatorID: row.creator_id,
    logoImageURI: media.picture(row.logo_url),
    ...(row.banner_url !== '' && { bannerImageURI: media.picture(row.banner_url) }),
    ...(row.accent !== '' && { accent: row.accent }),
    urlSlug: row.url_slug,
    activeFlairs: flairs
      .filter((flair) => flair.community_id === row.id)
      .map(({ id, name, color }) => {
        const formerIds = merged.filter((flair) => flair.merged_into === id).map((flair) => flair.id)
        return { id, name, color, ...(formerIds.length > 0 && { formerIds }) }
      }),
    numberOfMembers: row.number_of_members,
    totalPosts: row.total_posts,
    approvePosts: Boolean(row.approve_posts),
    requireTranscripts: Boolean(row.require_transcripts),
    anonymousComments: Boolean(row.anonymous_comments),
    ...(Number(row.members_only_until) > now && { membersOnly: true }),
    ...(emailsSeen.includes(row.id) && { teamSeesEmails: true }),
    rules: JSON.parse(row.rules ?? '[]'),
    showRules: Boolean(row.show_rules),
    postTypes: JSON.parse(row.post_types),
    featuredTokens: featuredOf(row),
    slowModeSeconds: row.slow_mode_seconds,
    publishStatus: row.publish_status,
    revision: row.revision,
    createdAt: row.created_at,
    activeAt: Number(row.active_at),
    ...moneyOf(row.token_name),
  }
}
