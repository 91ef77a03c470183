import {
  type CallParsedInput,
  type DocumentBlock,
  excerptOf,
  type FieldIssue,
  isBlankText,
  isBlock,
  isTextBlock,
  normalizeText,
  POLL_MAX_DURATION_MS,
  POST_MAX_LEVELS,
  type PollSettings,
  type PostDocument,
  piecesOf,
} from '@stoa/contract'
import { fieldMessage, postDocument } from '@stoa/contract/schemas'
import { excessOfJson, isSafeJson } from '../../../../platform/validation/safe-json.ts'
import type { NewPoll } from '../../polls/index.ts'

/** A draft as calls receive it. */
export type DraftInput = Pick<
  CallParsedInput<'postCreate'>,
  'title' | 'postContent' | 'pollSettings' | 'heroImage' | 'featuredImage'
> & {
  pollOptions?: string[] | null | undefined
  /** Not published: required parts may be missing. */
  saveAsDraft: boolean
}

/** A validated post. */
export interface CheckedDraft {
  title: string
  document: PostDocument
  excerpt: string
  /** Null without a poll. */
  poll: NewPoll | null
}

/**
 * Validates what the call's schema can't, and reports all issues by field. A saved draft may lack what a published post
 * needs. `poll`: the post's current poll settings; omitted input keeps them. `isArticle`: it stands for a partner's article,
 * whose text is there.
 */
export function checkDraft(
  input: DraftInput,
  about: { now: number; poll: PollSettings | null; needsFlair: boolean; isArticle?: boolean },
): { draft: CheckedDraft } | { issues: FieldIssue[] } {
  const content = parsePostContent(input.postContent)
  const poll = newPoll(input, about.poll)
  const issues = 'issues' in content ? [...content.issues] : []
  if (poll) issues.push(...pollIssues(poll.settings, { before: about.poll, now: about.now }))
  if (!input.saveAsDraft) {
    const document = 'document' in content ? content.document : null
    issues.push(
      ...missingParts({
        title: input.title,
        document,
        hasPoll: Boolean(poll ?? about.poll),
        isArticle: about.isArticle,
        needsFlair: about.needsFlair,
      }),
    )
  }
  if ('issues' in content || issues.length > 0) return { issues }
  const { document } = content
  return { draft: { title: input.title, document, excerpt: excerptOf(document), poll } }
}

/** What is missing before a post can be published. `document`: null if unknown. */
export function missingParts(about: {
  title: string
  document: PostDocument | null
  hasPoll: boolean
  /** Default: it isn't. */
  isArticle?: boolean | undefined
  needsFlair: boolean
}): FieldIssue[] {
  const { title, document, hasPoll, isArticle = false, needsFlair } = about
  const isEmpty = document !== null && !hasVisibleContent(document) && !hasPoll && !isArticle
  return [
    ...(isBlankText(title) ? [{ field: 'title', message: 'Must not be empty.' }] : []),
    ...(isEmpty ? [{ field: 'postContent', message: 'Must not be empty.' }] : []),
    ...(needsFlair ? [{ field: 'flairId', message: 'Choose a topic.' }] : []),
  ]
}

const DEFAULT_SETTINGS: PollSettings = { closesAt: null, results: 'always', voters: 'public' }

function newPoll({ pollOptions, pollSettings }: DraftInput, before: PollSettings | null): NewPoll | null {
  if (!pollOptions) return null
  const { closesAt, results, voters } = before ?? DEFAULT_SETTINGS
  return {
    options: pollOptions,
    settings: {
      closesAt: pollSettings?.closesAt === undefined ? closesAt : pollSettings.closesAt,
      results: pollSettings?.results ?? results,
      voters: pollSettings?.voters ?? voters,
    },
  }
}

function pollIssues(
  { closesAt, results }: PollSettings,
  { before, now }: { before: PollSettings | null; now: number },
): FieldIssue[] {
  const field = 'pollSettings.closesAt'
  if (closesAt === null) {
    return results === 'afterClose'
      ? [{ field, message: 'Say when the poll closes, so that its results can be seen.' }]
      : []
  }
  // A post can still be edited after its poll has closed.
  if (closesAt === before?.closesAt) return []
  if (closesAt <= now) return [{ field, message: 'Must be in the future.' }]
  return closesAt > now + POLL_MAX_DURATION_MS ? [{ field, message: 'Must be within a year.' }] : []
}

/** More than a document with the most blocks and list items has. */
const MAX_PARTS = 50_000
/** Validated content of a post, or all issues by field. */
export type ParsedContent = { document: PostDocument } | { issues: FieldIssue[] }

/**
 * Validates blocks and returns them in stored form: known fields only, text normalized, without frame addresses and
 * link previews claimed by the client.
 */
export function parsePostContent(postContent: string): ParsedContent {
  const isSmall = excessOfJson(postContent, { parts: MAX_PARTS, levels: POST_MAX_LEVELS }) === null
  if (!isSmall) return { issues: [{ field: 'postContent', message: 'Has too many parts, or is nested too deeply.' }] }
  const raw = parseJson(postContent)
  if (raw === undefined) return { issues: [{ field: 'postContent', message: 'Must be JSON.' }] }
  if (!isSafeJson(raw, POST_MAX_LEVELS))
    return { issues: [{ field: 'postContent', message: 'Is not made of blocks.' }] }
  normalizeTexts(raw)
  const parsed = postDocument.safeParse(raw, { error: fieldMessage })
  if (!parsed.success) {
    const issues = parsed.error.issues.map((issue) => ({
      field: ['postContent', ...issue.path].join('.'),
      message: issue.message,
    }))
    return { issues }
  }
  return { document: { ...parsed.data, blocks: parsed.data.blocks.map(withoutClaims) } }
}

/** Whether a reader would see anything: text, a picture, a player, a link. */
export function hasVisibleContent(document: PostDocument): boolean {
  return document.blocks.some((block) =>
    isTextBlock(block) ? !isBlankText(piecesOf(block).join('')) : block.type !== 'delimiter',
  )
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Normalizes the texts in parsed JSON, in place: copying many small objects takes long. */
function normalizeTexts(value: unknown): void {
  if (typeof value !== 'object' || value === null) return
  const fields = value as Record<string, unknown>
  for (const [key, item] of Object.entries(fields)) {
    if (typeof item === 'string') fields[key] = normalizeText(item)
    else normalizeTexts(item)
  }
}

function withoutClaims(block: DocumentBlock): DocumentBlock {
  if (isBlock(block, 'embed')) {
    const { embed: _, ...data } = block.data
    return { ...block, data }
  }
  return isBlock(block, 'linkTool') ? { ...block, data: { link: block.data.link } } : block
}
