import type { MailRow } from './repository.ts'

interface Dependencies {
  /** The mail that is due first, of news or of all else. */
  firstDue(isNews: boolean): Promise<MailRow | undefined>
  /** True for the one process that may send it now. */
  claim(row: MailRow): Promise<boolean>
  /** Never fails. */
  send(row: MailRow): Promise<void>
}

/** Mails that one process has on their way at the same time: the mail server gets as many connections. */
const AT_ONCE = 5
/** And of these, news: one way is kept for what is of use only shortly. */
const NEWS_AT_ONCE = AT_ONCE - 1

/**
 * Sends what is due, a few at once, each begun in the order in which it was written; before each news it looks anew
 * whether there is something else, such as a link that signs in.
 */
export function createSending({ firstDue, claim, send }: Dependencies) {
  /** What is on its way, and whether it is news. */
  const sending = new Map<Promise<void>, boolean>()
  let running: Promise<void> | null = null
  let isStopped = false
  /** There may be more to send than was there when it was last looked. */
  let isWanted = false
  let wake = () => {}

  async function next(): Promise<MailRow | undefined> {
    if (isStopped || sending.size === AT_ONCE) return undefined
    const news = [...sending.values()].filter((isNews) => isNews).length
    return (await firstDue(false)) ?? (news < NEWS_AT_ONCE ? firstDue(true) : undefined)
  }

  function begin(row: MailRow): void {
    const sent = send(row).finally(() => sending.delete(sent))
    sending.set(sent, Boolean(row.is_news))
  }

  async function work(): Promise<void> {
    try {
      for (;;) {
        isWanted = false
        const row = await next()
        if (row) {
          if (await claim(row)) begin(row)
        } else if (sending.size > 0) {
          const woken = new Promise<void>((resolve) => (wake = resolve))
          if (!isWanted) await Promise.race([...sending.keys(), woken])
        } else if (!isWanted) return
      }
    } finally {
      running = null
    }
  }

  return {
    /** Sends all that is due; one round at a time in this process. */
    deliver(): Promise<void> {
      isWanted = true
      wake()
      running ??= work()
      return running
    },
    /** Begins to send no more; what is on its way arrives. */
    stop(): void {
      isStopped = true
    },
  }
}
