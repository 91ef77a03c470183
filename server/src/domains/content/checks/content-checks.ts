import { createHash } from 'node:crypto'
import { type Finding, isBanned, type Me, moderates } from '@stoa/contract'
import type { Scoring } from '../../../platform/calls/handlers.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { DomainError } from '../../../platform/domain-error.ts'
import { timeOfId } from '../../../platform/ids.ts'
import type { CheckPolicy, RateLimits, WindowCount } from '../../../platform/limits/rate-limits.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { CommunityFacts } from '../../people/communities/index.ts'
import { foldText } from './fold-text.ts'
import { countPlain, linksIn } from './links.ts'
import { runChecks, type Verdict } from './order.ts'
import type { RuleStore } from './rules.ts'
import type { Scorer } from './scorer.ts'
import { type Sender, slowedBy } from './sender.ts'
import { checkLists } from './steps/lists.ts'
import type { CheckSubject } from './subject.ts'

/** A text to check, with its author and community. */
export interface Written {
  community: Pick<CommunityFacts, 'id' | 'tokenName' | 'slowModeSeconds'>
  /** Null if anonymous. */
  author: Me | null
  /** Identifies an anonymous author. Default: unknown. */
  sender?: Sender | undefined
  /** An existing post, whose text counts only once, however often it is scheduled and moved back. */
  postId?: string | undefined
  text: string
}

/** An edit of a text. */
interface Change extends Written {
  /** The former text; `isWaiting`: pending approval. */
  before: { text: string; score: number; isWaiting: boolean }
  /** The scorer's findings about the new text. */
  scored?: Scoring | undefined
}

/** Result of the checks for a text that may be published. */
export type Outcome = Pick<Verdict, 'held' | 'score' | 'findings'>

/** Options for a write that is checked. */
export interface Scored {
  tx?: Transaction | undefined
  /** The scorer's findings about the text, from before the transaction. */
  scored?: Scoring | undefined
}

/** The checks of one request, shared by its retries. */
export interface CheckRun {
  /** Throws if the text is refused. */
  check(submission: Written, tx?: Transaction): Promise<Outcome>
  /** Returns the request's result. If the request fails, takes back what it counted. */
  end<Result>(work: Promise<Result>): Promise<Result>
}

interface Dependencies extends Pick<Platform, 'clock'> {
  rateLimits: Pick<RateLimits, 'increment' | 'decrement'>
  ruleStore: RuleStore
  /** Null if the operator has configured none. */
  scorer: Scorer | null
}

const passed: Outcome = { held: false, score: 0, findings: [] }
const first: WindowCount = { count: 1, limit: 1, retryAfterMs: 0 }
/** Shorter texts are often repeated legitimately. */
const REPEATED_MIN_LENGTH = 15

export type ContentChecks = ReturnType<typeof createContentChecks>

/** Checks posts and comments before publication. What moderators write in their community isn't checked. */
export function createContentChecks({ clock, rateLimits, ruleStore, scorer }: Dependencies) {
  async function subjectOf(
    { community, author, text }: Omit<Written, 'community'> & { community: { id: string } },
    tx?: Transaction,
  ): Promise<CheckSubject> {
    const now = clock.now()
    return {
      ...(await ruleStore.inForce(community.id, tx)),
      text,
      folded: foldText(text),
      links: linksIn(text),
      now,
      accountAgeMs: author && now - timeOfId(author.id),
      repeats: first,
      pace: first,
    }
  }

  /**
   * Counts the text for slow mode, repetition and speed; adds each count to `counted`, so that it can be taken back.
   */
  async function count(subject: CheckSubject, submission: Written, counted: [CheckPolicy, string][]) {
    const { community, author, sender, postId, text } = submission
    const who = `${author?.id ?? ''} ${community.id}`
    const increment = (policy: CheckPolicy, key: string, options = {}) => {
      counted.push([policy, key])
      return rateLimits.increment(policy, key, options)
    }
    const { storm } = subject.rules
    const inStorm = storm && storm.until > subject.now ? storm.slowModeSeconds : 0
    const pause = Math.max(community.slowModeSeconds, inStorm)
    if (pause > 0) {
      for (const { policy, key, factor } of slowedBy(author, sender)) {
        const about = { windowMs: pause * 1000 }
        const { count, limit, retryAfterMs } = await increment(policy, `${key} ${community.id}`, about)
        if (count > limit * factor) throw new DomainError('SLOW_MODE', { retryAfterMs }, { id: inWords(retryAfterMs) })
      }
    }
    const words = createHash('sha256').update(subject.folded.text).digest('base64url')
    const isKnown = postId !== undefined && (await increment('repeatedText', `${postId} ${words}`)).count > 1
    const [repeats, pace] = await Promise.all([
      text.length < REPEATED_MIN_LENGTH || isKnown ? first : increment('repeatedText', `${who} ${words}`),
      author ? increment('pace', author.id) : first,
    ])
    return { ...subject, repeats, pace }
  }

  async function decide(
    submission: Written,
    { counted, scored, tx }: { counted: [CheckPolicy, string][]; scored: Scoring | undefined; tx?: Transaction },
  ): Promise<Outcome> {
    if (moderates(submission.author, submission.community.tokenName)) return passed
    const subject = await count(await subjectOf(submission, tx), submission, counted)
    return outcomeOf(runChecks(subject, scored?.findings))
  }

  return {
    /** Scores a text before the transaction that needs it. Texts of moderators, and of banned people, aren't scored. */
    async score(
      author: Me | null,
      about: { tokenName: string; text: () => string | null | Promise<string | null> },
    ): Promise<Scoring> {
      const { tokenName } = about
      if (scorer === null || moderates(author, tokenName) || isBanned(author, tokenName, clock.now()))
        return { text: null, findings: [] }
      const text = await about.text()
      return { text, findings: text === null || text === '' ? [] : await scorer.score(text) }
    },
    /** Whether the word lists allow a text that the author didn't write, such as a link's card. */
    async admits(communityId: string, text: string): Promise<boolean> {
      const subject = await subjectOf({ community: { id: communityId }, author: null, text })
      const { findings, refused } = checkLists(subject)
      return !refused && !findings.some(({ held }) => held)
    },
    /** Starts the checks of a request. `scored`: the scorer's earlier findings. */
    begin(scored?: Scoring): CheckRun {
      const counted: [CheckPolicy, string][] = []
      let latestCheck: { text: string; outcome: Promise<Outcome> } | undefined
      async function decrement(): Promise<void> {
        for (const [policy, key] of counted.splice(0)) await rateLimits.decrement(policy, key)
      }
      return {
        check(submission, tx) {
          if (latestCheck?.text !== submission.text) {
            const outcome = decrement().then(() => decide(submission, { counted, scored, ...(tx ? { tx } : {}) }))
            latestCheck = { text: submission.text, outcome }
            outcome.catch(() => {
              if (latestCheck?.outcome === outcome) latestCheck = undefined
            })
          }
          return latestCheck.outcome
        },
        async end(work) {
          try {
            return await work
          } catch (error) {
            await decrement()
            throw error
          }
        },
      }
    },
    /** Checks scheduled content again, without counting it again. Throws if it is refused. */
    async recheck(submission: Written, scored: Scoring | undefined, tx?: Transaction): Promise<Outcome> {
      if (moderates(submission.author, submission.community.tokenName)) return passed
      return outcomeOf(runChecks(await subjectOf(submission, tx), scored?.findings))
    },
    /**
     * Checks content again that is published automatically. Its author isn't there to change it, so it is held instead
     * of refused. `formerFindings`: its earlier findings, of which the scorer's still count.
     */
    async recheckUnattended(
      submission: Written,
      formerFindings: readonly Finding[],
      tx: Transaction,
    ): Promise<Outcome> {
      if (moderates(submission.author, submission.community.tokenName)) return passed
      const scored = formerFindings.filter(({ check }) => check === 'scorer')
      const { refused, ...verdict } = runChecks(await subjectOf(submission, tx), scored)
      return refused ? { ...verdict, held: true } : verdict
    },
    /**
     * Refuses an edit that adds words, addresses or links which would be refused or held, or that raises a published
     * text's score to where it would be held. Null if the edit isn't checked.
     */
    async checkChange({ before, scored, ...submission }: Change, tx: Transaction): Promise<Outcome | null> {
      if (moderates(submission.author, submission.community.tokenName)) return null
      const subject = await subjectOf(submission, tx)
      const calm = { ...subject.rules, storm: null, holdFrom: null }
      const links = linksIn(before.text)
      const was = runChecks({ ...subject, rules: calm, text: before.text, folded: foldText(before.text), links })
      const had = new Set(was.findings.map(keyOf))
      const hasMoreLinks = countPlain(subject.links) > countPlain(links)
      const isAdded = (finding: Finding) =>
        finding.check === 'newcomerLinks' ? hasMoreLinks : !had.has(keyOf(finding))
      const { refused, findings, score } = runChecks({ ...subject, rules: calm }, scored?.findings)
      const isOld = refused?.code === was.refused?.code && !findings.some(isAdded)
      const hasTooMany = refused?.code === 'LINKS_REFUSED' && hasMoreLinks
      if (refused && (!isOld || hasTooMany)) throw new DomainError(refused.code, undefined, { id: refused.id ?? '' })
      const added = findings.find((finding) => finding.held && isAdded(finding))
      if (added?.check === 'newcomerLinks') throw new DomainError('LINKS_REFUSED')
      if (added) throw new DomainError('CONTENT_REFUSED', undefined, { id: added.text })
      const { holdFrom } = subject.rules
      const isHigh = holdFrom !== null && score >= holdFrom && Math.max(was.score, before.score) < holdFrom
      if (isHigh && !before.isWaiting) throw new DomainError('EDIT_REFUSED')
      return { held: false, score, findings }
    },
  }
}

function outcomeOf({ refused, ...verdict }: Verdict): Outcome {
  if (refused) throw new DomainError(refused.code, undefined, { id: refused.id ?? '' })
  return verdict
}

/** A duration in words, rounded up. */
function inWords(ms: number): string {
  const seconds = Math.ceil(ms / 1000)
  const [count, unit] = seconds < 60 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

const keyOf = ({ check, text }: Finding) => `${check} ${text}`
