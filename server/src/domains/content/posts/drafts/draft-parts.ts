import {
  accountIdsOf,
  canRespond,
  contentImageOf,
  type Decision,
  DRAFTS_MAX,
  type FieldIssue,
  type Image,
  isBlock,
  type Me,
  type PostDocument,
  PostStatus,
} from '@stoa/contract'
import type { Transaction } from '../../../../platform/database/database.ts'
import { assertAllowed, DomainError } from '../../../../platform/domain-error.ts'
import type { Platform } from '../../../../platform/platform.ts'
import type { CommunityFacts, CommunityService } from '../../../people/communities/index.ts'
import { fitsPlace, type MediaAddresses, NOT_PUBLIC, WRONG_PLACE, withMedia } from '../../../people/media/index.ts'
import type { PostReader } from '../reader.ts'
import { type PostRow, postRepository } from '../repository.ts'
import { claimOwnSlug, claimSlug } from '../slugs.ts'
import { type CheckedDraft, checkDraft, type DraftInput } from './draft.ts'
import type { OwnParts } from './own-parts.ts'

interface Dependencies extends Pick<Platform, 'database'> {
  reader: PostReader
  communities: Pick<CommunityService, 'factsById'>
}

/** Shared by creating, editing and saving a draft. */
export function createDraftParts({ database, reader, communities }: Dependencies) {
  return {
    /** Throws if the author has too many drafts: they are kept until published or discarded. */
    async assertDraftRoom(tx: Transaction, viewer: Me): Promise<void> {
      const about = { statuses: [PostStatus.draft], communityId: null }
      const counts = await postRepository(tx.connection).countByStatus(accountIdsOf(viewer), about)
      if ((counts.get(PostStatus.draft) ?? 0) >= DRAFTS_MAX) throw new DomainError('DRAFT_LIMIT')
    },
    /** Checks that the viewer may respond to a post and returns its id; empty without a parent. */
    async checkParent(
      viewer: Me,
      { parentPostId, community }: { parentPostId?: string | undefined; community: CommunityFacts },
      tx: Transaction | undefined,
    ): Promise<string> {
      if (parentPostId === undefined) return ''
      const parent = await reader.facts(parentPostId, null, tx)
      if (parent.communityId !== community.id) throw new DomainError('POST_NOT_FOUND')
      assertAllowed(canRespond(viewer, parent, community))
      return parentPostId
    },
    /** Whether the parent of a draft still accepts a response from this author. */
    async parentDecision(
      author: Me,
      row: Pick<PostRow, 'parent_post_id' | 'community_id'>,
      tx: Transaction,
    ): Promise<Decision> {
      if (row.parent_post_id === '') return { allowed: true }
      const parent = (await reader.factsById([row.parent_post_id], null, tx)).get(row.parent_post_id)
      const community = (await communities.factsById([row.community_id], tx)).get(row.community_id)
      return parent && community ? canRespond(author, parent, community) : { allowed: false, code: 'POST_NOT_FOUND' }
    },
    /**
     * The author's own slug in a community, or else one for the title. A post that only its author has seen frees its
     * former slug.
     */
    async slugFor(
      tx: Transaction,
      row: PostRow,
      { title, communityId, ownSlug }: { title: string; communityId: string; ownSlug: string },
    ): Promise<string> {
      const isThere = communityId === row.community_id
      const isKept = ownSlug === '' ? row.has_own_slug === 0 && title === row.title : ownSlug === row.slug
      if (isKept && isThere) return row.slug
      const { connection } = tx
      const { dialect } = database
      const post = { id: row.id, communityId }
      const slug =
        ownSlug === ''
          ? await claimSlug({ connection, dialect }, { ...post, title })
          : await claimOwnSlug({ connection, dialect }, { ...post, slug: ownSlug })
      if (row.status === PostStatus.draft && (slug !== row.slug || !isThere)) {
        await postRepository(connection).deleteSlug(row.community_id, row.slug)
      }
      return slug
    },
  }
}

/** A validated draft. An omitted image is undefined. */
export interface CheckedInput extends CheckedDraft {
  heroImage: Image | null | undefined
  featuredImage: Image | null | undefined
}

/** The draft with its pictures' addresses as stored; throws all issues by field. */
export function checked(
  input: DraftInput,
  about: Parameters<typeof checkDraft>[1] & { media: Pick<MediaAddresses, 'stored'> },
): CheckedInput {
  const result = checkDraft(input, about)
  const issues: FieldIssue[] = 'issues' in result ? [...result.issues] : []
  const stored = (address: string, place: Parameters<typeof fitsPlace>[1], field: string) => {
    const storedAddress = about.media.stored(address)
    if (storedAddress === null) issues.push({ field, message: NOT_PUBLIC })
    else if (!fitsPlace(storedAddress, place)) issues.push({ field, message: WRONG_PLACE })
    return storedAddress ?? ''
  }
  const imageOf = (field: 'heroImage' | 'featuredImage') => {
    const imageInput = input[field]
    return imageInput ? { ...imageInput, url: stored(imageInput.url, 'picture', `${field}.url`) } : imageInput
  }
  const images = { heroImage: imageOf('heroImage'), featuredImage: imageOf('featuredImage') }
  const draft = 'draft' in result ? result.draft : null
  const document =
    draft && withMedia(draft.document, (address, place, field) => stored(address, place, `postContent.${field}`))
  if (!draft || !document || issues.length > 0) throw new DomainError('VALIDATION_FAILED', issues)
  return { ...draft, document, ...images }
}

/** Columns of a draft; omitted images have none. */
export function contentColumns({ title, document, excerpt, heroImage, featuredImage }: CheckedInput, own: OwnParts) {
  return {
    title,
    content: JSON.stringify(document),
    excerpt: own.excerpt || excerpt,
    has_own_excerpt: Number(own.excerpt !== ''),
    has_own_slug: Number(own.slug !== ''),
    content_image: jsonOf(contentImageOf(document)),
    has_video: hasVideo(document),
    ...(heroImage === undefined ? {} : { hero_image: jsonOf(heroImage) }),
    ...(featuredImage === undefined ? {} : { featured_image: jsonOf(featuredImage) }),
  }
}

/** 1 for a document with a video. */
export function hasVideo({ blocks }: PostDocument): number {
  return Number(blocks.some((block) => isBlock(block, 'video')))
}

function jsonOf(image: Image | null): string | null {
  return image === null ? null : JSON.stringify(image)
}

/** Addresses of all media in a post. */
export function addressesIn(row: Pick<PostRow, 'content' | 'hero_image' | 'featured_image'>): string[] {
  const addresses = [row.hero_image, row.featured_image].flatMap((image) =>
    image === null ? [] : [(JSON.parse(image) as Image).url],
  )
  withMedia(JSON.parse(row.content) as object, (address) => {
    addresses.push(address)
    return address
  })
  return addresses
}
