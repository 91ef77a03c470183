import {
  type CallParsedInput,
  type FieldIssue,
  POLL_MAX_DURATION_MS,
  type PollSettings,
  type PostDocument,
} from '@stoa/contract'
import type { NewPoll } from '../polls/service.ts'
import { excerptOf, hasVisibleContent, parsePostContent } from './post-content.ts'

type DraftInput = Omit<CallParsedInput<'postCreate'>, 'publisherId' | 'userId' | 'pollOptions'> & {
  pollOptions?: string[] | null | undefined
}

/** A post as its author wrote it, checked. */
export interface CheckedDraft {
  title: string
  document: PostDocument
  excerpt: string
  /** Null: no poll was given. */
  poll: NewPoll | null
}

/**
 * Checks what the call's schema can't; every issue by field. What a finished post must have, a saved draft may lack.
 * `poll`: how the post's poll is set so far; what the input leaves out stays so.
 */
export function checkDraft(
  input: DraftInput,
  about: { now: number; poll: PollSettings | null; needsFlair: boolean },
): { draft: CheckedDraft } | { issues: FieldIssue[] } {
  const content = parsePostContent(input.postContent)
  const poll = newPoll(input, about.poll)
  const issues = 'issues' in content ? [...content.issues] : []
  if (poll) issues.push(...pollIssues(poll.settings, { before: about.poll, now: about.now }))
  if (!input.saveAsDraft) {
    const isEmpty = 'document' in content && !hasVisibleContent(content.document) && !poll && !about.poll
    if (isEmpty) issues.push({ field: 'postContent', message: 'Must not be empty.' })
    if (about.needsFlair) issues.push({ field: 'flairId', message: 'Choose a topic.' })
  }
  if ('issues' in content || issues.length > 0) return { issues }
  const { document } = content
  return { draft: { title: input.title, document, excerpt: excerptOf(document), poll } }
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
  // A post can still be edited when its poll is over.
  if (closesAt === before?.closesAt) return []
  if (closesAt <= now) return [{ field, message: 'Must be in the future.' }]
  return closesAt > now + POLL_MAX_DURATION_MS ? [{ field, message: 'Must be within a year.' }] : []
}
