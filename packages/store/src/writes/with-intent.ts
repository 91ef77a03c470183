import { errorCode, StoaError } from '@stoa/client'
import { canTakePart } from '@stoa/contract'
import type { Again, Intent } from '../state.ts'
import type { Stoa } from '../stoa.ts'
import { loadViewer } from '../viewer.ts'
import { setMembership } from './membership.ts'

/** Something that needs a signed-in member. */
export interface Wish<Result> {
  action: Intent['action']
  tokenName: string
  /** The same as data. Default: it can't be done after another page was loaded. */
  again?: Again
  run(): Promise<Result>
}

/**
 * Runs what somebody wants. When it needs signing in or joining first, it rejects, and `intent` in the state holds
 * what is needed to go on; what can be seen from here is not asked of the server.
 */
export async function withIntent<Result>(stoa: Stoa, wish: Wish<Result>): Promise<Result> {
  const { action, tokenName, run } = wish
  const about = { action, tokenName, again: wish.again }
  try {
    refuseEarly(stoa, wish)
    return await run()
  } catch (error) {
    const code = errorCode(error)
    const repeat = async () => {
      await withIntent(stoa, wish)
    }
    if (code === 'AUTH_REQUIRED' || code === 'TOKEN_EXPIRED') {
      const resume = async () => {
        await loadViewer(stoa)
        await repeat()
      }
      offer(stoa, { ...about, kind: 'sign-in', resume })
    } else if (code === 'JOIN_REQUIRED') {
      const resume = async () => {
        await setMembership(stoa, { tokenName, join: true })
        await repeat()
      }
      offer(stoa, { ...about, kind: 'join', resume })
    }
    throw error
  }
}

/** What nobody has to be a member for. */
const OF_NO_MEMBERS: ReadonlySet<Intent['action']> = new Set(['join', 'edit', 'hide', 'follow'])

function refuseEarly(stoa: Stoa, { action, tokenName }: Wish<unknown>): void {
  const { viewer } = stoa.state.getState()
  if (viewer === undefined) return
  const decision = canTakePart(viewer, tokenName, stoa.clock())
  if (decision.allowed) return
  const { code } = decision
  // A ban may have been lifted and other actions have rules of their own: there the server decides.
  const isKnown = code === 'AUTH_REQUIRED' || (code === 'JOIN_REQUIRED' && !OF_NO_MEMBERS.has(action))
  if (isKnown) throw new StoaError(code, { message: 'Refused before asking the server.' })
}

function offer(stoa: Stoa, { resume, ...about }: Omit<Intent, 'cancel'>): void {
  const leave = () => stoa.state.setState((state) => (state.intent === intent ? { intent: null } : {}))
  const intent: Intent = {
    ...about,
    resume() {
      leave()
      return resume()
    },
    cancel: leave,
  }
  stoa.state.setState({ intent })
}
