import {
  type Image,
  inlineText,
  isBlankText,
  normalizeText,
  onOneLine,
  POLL_MIN_OPTIONS,
  POST_TITLE_MAX_LENGTH,
  type PostDocument,
  type PostKind,
  parseInline,
  repeatedOptions,
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
    'title' | 'flairId' | 'document' | 'poll' | 'closes',
    | `create.missing.${'title' | 'topic' | 'text'}`
    | 'create.tooLong'
    | 'create.poll.tooFew'
    | 'create.poll.repeated'
    | 'create.poll.past'
    | `create.over.${TextLimit['kind']}`
  >
>

/**
 * Problems to fix before publishing. A story needs a topic, other posts if the community has topics. `now`: a poll must
 * close later; 0 for a published post, whose poll may be closed.
 */
export function problemsOf(form: PostForm, { topics, now }: { topics: readonly Topic[]; now: number }): Problems {
  const problems: Problems = {}
  if (isBlankText(form.title)) problems.title = 'create.missing.title'
  else if (isTitleTooLong(form.title)) problems.title = 'create.tooLong'
  if ((topics.length > 0 || form.kind === 'story') && form.flairId === '') problems.flairId = 'create.missing.topic'
  const limit = closestLimit(form.document)
  if (isEmptyDocument(form.document) && form.poll === null) problems.document = 'create.missing.text'
  else if (limit?.isOver) problems.document = `create.over.${limit.kind}`
  const poll = form.poll && pollProblem(form.poll)
  if (poll) problems.poll = poll
  if (new Date(form.poll?.closes ?? '').getTime() <= now) problems.closes = 'create.poll.past'
  return problems
}

function pollProblem(poll: PollForm): Problems['poll'] {
  if (filled(poll).length < POLL_MIN_OPTIONS) return 'create.poll.tooFew'
  return repeatedOptions(poll.options).length > 0 ? 'create.poll.repeated' : undefined
}

function isTitleTooLong(title: string): boolean {
  return textLength(onOneLine(normalizeText(title))) > POST_TITLE_MAX_LENGTH
}

/** Whether a server draft can contain the whole form: not with a title that is too long, or a poll with one option. */
export function isWhole({ title, poll }: PostForm): boolean {
  return !isTitleTooLong(title) && (poll === null || pollProblem(poll) === undefined)
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
    ...(isSame(poll, before?.poll ?? null) ? {} : pollInput(poll)),
    saveAsDraft: false,
  }
}

/** The form as a draft. An incomplete poll stays on the device. */
export function toDraftInput(form: PostForm, post: StoredPost | null): DraftInput {
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
  return { tokenName, kind, title, flairId: flairIds[0] ?? '', document, heroImage, featuredImage, poll }
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
