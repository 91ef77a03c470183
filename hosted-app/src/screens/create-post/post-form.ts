import {
  foldSlug,
  type Image,
  inlineText,
  isBlankText,
  normalizeText,
  onOneLine,
  POLL_MIN_OPTIONS,
  POST_EXCERPT_MAX_LENGTH,
  POST_TITLE_MAX_LENGTH,
  type PostDocument,
  type PostKind,
  parseInline,
  repeatedOptions,
  slugProblem,
  type Topic,
  textLength,
} from '@stoa/contract'
import type { DraftInput, StoredPost, WrittenPost } from '@stoa/store'
import { toLocalInput } from '@stoa/ui'
import { closestLimit, type TextLimit } from './limits.ts'

/** Content of the composer, stored as a draft during writing. */
export interface PostForm {
  tokenName: string
  kind: PostKind
  title: string
  flairId: string
  document: PostDocument
  heroImage: Image | null
  featuredImage: Image | null
  poll: PollForm | null
  /** Empty: taken from the text. */
  excerpt: string
  /** The post's own address; empty: made from the title. */
  slug: string
  /** Its author turns comments off. */
  commentsOff: boolean
}

/** An address that another post has. */
export interface TakenSlug {
  tokenName: string
  slug: string
}

export interface PollForm {
  options: string[]
  results: 'always' | 'afterVote' | 'afterClose'
  voters: 'public' | 'anonymous'
  /** Local date and time as in the input; empty for no end. */
  closes: string
}

export const emptyPoll: PollForm = { options: ['', ''], results: 'always', voters: 'public', closes: '' }

/** Problems by field, which prevent sending. */
export type Problems = Partial<
  Record<
    'title' | 'flairId' | 'document' | 'poll' | 'closes' | 'excerpt' | 'slugUrl',
    | `create.missing.${'title' | 'topic' | 'text'}`
    | 'create.tooLong'
    | 'create.poll.tooFew'
    | 'create.poll.repeated'
    | 'create.poll.past'
    | `create.over.${TextLimit['kind']}`
    | `create.address.${'form' | 'length' | 'reserved' | 'taken'}`
  >
>

/**
 * Problems to fix before publishing. A story needs a topic, other posts if the community has topics. `now`: a poll must
 * close later; 0 for a published post, whose poll may be closed.
 */
export function problemsOf(
  form: PostForm,
  about: {
    topics: readonly Topic[]
    now: number
    taken?: TakenSlug | null
    /** It stands for a partner's article, which has the text, and began without a topic. Default: it doesn't. */
    isArticle?: boolean
  },
): Problems {
  const { topics, now, taken = null, isArticle = false } = about
  const problems: Problems = {}
  if (isBlankText(form.title)) problems.title = 'create.missing.title'
  else if (isTitleTooLong(form.title)) problems.title = 'create.tooLong'
  if ((topics.length > 0 || form.kind === 'story') && form.flairId === '' && !isArticle)
    problems.flairId = 'create.missing.topic'
  const limit = closestLimit(form.document)
  if (isEmptyDocument(form.document) && form.poll === null && !isArticle) problems.document = 'create.missing.text'
  else if (limit?.isOver) problems.document = `create.over.${limit.kind}`
  const poll = form.poll && pollProblem(form.poll)
  if (poll) problems.poll = poll
  if (new Date(form.poll?.closes ?? '').getTime() <= now) problems.closes = 'create.poll.past'
  if (isExcerptTooLong(form.excerpt)) problems.excerpt = 'create.tooLong'
  const address = addressProblem(form, taken)
  if (address) problems.slugUrl = address
  return problems
}

function pollProblem(poll: PollForm): Problems['poll'] {
  if (filled(poll).length < POLL_MIN_OPTIONS) return 'create.poll.tooFew'
  return repeatedOptions(poll.options).length > 0 ? 'create.poll.repeated' : undefined
}

/** Why the post can't have this address. */
export function addressProblem({ tokenName, slug }: PostForm, taken: TakenSlug | null): Problems['slugUrl'] {
  const folded = foldSlug(slug)
  if (folded === '') return undefined
  if (taken?.tokenName === tokenName && taken.slug === folded) return 'create.address.taken'
  const problem = slugProblem(folded)
  return problem ? `create.address.${problem}` : undefined
}

function isExcerptTooLong(excerpt: string): boolean {
  return textLength(onOneLine(normalizeText(excerpt))) > POST_EXCERPT_MAX_LENGTH
}

function isTitleTooLong(title: string): boolean {
  return textLength(onOneLine(normalizeText(title))) > POST_TITLE_MAX_LENGTH
}

/**
 * Whether a server draft can contain the whole form: not with a title or excerpt that is too long, an impossible address,
 * or a poll with one option.
 */
export function isWhole(form: PostForm, taken: TakenSlug | null): boolean {
  const { title, excerpt, poll } = form
  const hasPoll = poll === null || pollProblem(poll) === undefined
  return !isTitleTooLong(title) && !isExcerptTooLong(excerpt) && !addressProblem(form, taken) && hasPoll
}

/** Whether there is nothing worth saving yet. */
export function isEmptyForm({ title, document, heroImage, featuredImage, poll }: PostForm): boolean {
  const hasPoll = poll !== null && pollProblem(poll) === undefined
  return isBlankText(title) && isEmptyDocument(document) && !heroImage && !featuredImage && !hasPoll
}

/** The form as input for publishing. Unchanged parts are omitted: after the first vote a poll can't change. */
export function toInput(form: PostForm, post: StoredPost | null): WrittenPost['post'] {
  const { tokenName, title, kind, flairId, poll } = form
  const before = post && formOf(post)
  return {
    tokenName,
    title,
    kind,
    postContent: JSON.stringify(form.document),
    ...(flairId ? { flairId } : {}),
    ...imageInput(form, before),
    ...ownInput(form, before),
    ...(isSame(poll, before?.poll ?? null) ? {} : pollInput(poll)),
    saveAsDraft: false,
  }
}

/** The form as a draft. An incomplete poll, and what is too long or impossible, stays on the device. */
export function toDraftInput(form: PostForm, post: StoredPost | null, taken: TakenSlug | null = null): DraftInput {
  const { tokenName, kind, flairId, poll } = form
  const before = post && formOf(post)
  const isPollSent = !isSame(poll, before?.poll ?? null) && (poll === null || pollProblem(poll) === undefined)
  return {
    tokenName,
    kind,
    // A title that is too long stays on the device, with an error at its field.
    title: isTitleTooLong(form.title) ? [...form.title].slice(0, POST_TITLE_MAX_LENGTH).join('') : form.title,
    postContent: JSON.stringify(form.document),
    flairId: flairId === '' ? null : flairId,
    ...imageInput(form, before),
    ...ownInput(
      {
        ...form,
        excerpt: isExcerptTooLong(form.excerpt) ? (before?.excerpt ?? '') : form.excerpt,
        slug: addressProblem(form, taken) ? (before?.slug ?? '') : form.slug,
      },
      before,
    ),
    ...(isPollSent ? pollInput(poll) : {}),
  }
}

/** Changed images. */
function imageInput(form: PostForm, before: PostForm | null) {
  const changed = (['heroImage', 'featuredImage'] as const).filter(
    (field) => !isSame(form[field], before?.[field] ?? null),
  )
  return Object.fromEntries(changed.map((field) => [field, form[field]]))
}

/** Changes of what is otherwise made from text and title, and of comments. */
function ownInput(form: PostForm, before: PostForm | null) {
  const { excerpt, slug, commentsOff } = form
  return {
    ...(excerpt === (before?.excerpt ?? '') ? {} : { excerpt }),
    ...(slug === (before?.slug ?? '') ? {} : { slugUrl: foldSlug(slug) }),
    ...(commentsOff === (before?.commentsOff ?? false) ? {} : { commentsOff }),
  }
}

export function newForm(tokenName: string): PostForm {
  return {
    tokenName,
    kind: 'community',
    title: '',
    flairId: '',
    document: { blocks: [] },
    heroImage: null,
    featuredImage: null,
    poll: null,
    excerpt: '',
    slug: '',
    commentsOff: false,
  }
}

/** The form of a post. */
export function formOf(post: StoredPost): PostForm {
  const { tokenName, kind, title, flairIds, postContent, heroImage, featuredImage, pollOptions, pollSettings } = post
  const poll = pollOptions && {
    ...emptyPoll,
    options: pollOptions,
    results: pollSettings?.results ?? 'always',
    voters: pollSettings?.voters ?? 'public',
    closes: pollSettings?.closesAt ? toLocalInput(pollSettings.closesAt) : '',
  }
  const document = JSON.parse(postContent ?? '{"blocks":[]}') as PostDocument
  const own = {
    excerpt: post.hasOwnExcerpt ? post.excerpt : '',
    slug: post.hasOwnSlug ? post.slugUrl : '',
    commentsOff: post.isLocked && post.lockedBy === 'author',
  }
  return { tokenName, kind, title, flairId: flairIds[0] ?? '', document, heroImage, featuredImage, poll, ...own }
}

/** Whether readers would see nothing. */
function isEmptyDocument({ blocks }: PostDocument): boolean {
  return blocks.every((block) => {
    if (block.type === 'paragraph' || block.type === 'header' || block.type === 'quote') {
      return isBlankText(inlineText(parseInline((block.data as { text: string }).text)))
    }
    return block.type === 'delimiter'
  })
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

function pollInput(poll: PollForm | null) {
  return poll ? { pollOptions: filled(poll), pollSettings: settingsOf(poll) } : { pollOptions: null }
}

function filled({ options }: PollForm): string[] {
  return options.filter((option) => !isBlankText(option))
}

function settingsOf({ results, voters, closes }: PollForm) {
  const closesAt = closes === '' ? null : new Date(closes).getTime()
  return { results, voters, closesAt }
}
