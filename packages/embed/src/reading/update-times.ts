import { timeText, timeTitle } from '@stoa/ui'
import { untilIdle } from '../first-view/schedule.ts'
import { textNodeOf } from './text-node.ts'

const EVERY_MS = 30_000
const WEEK_MS = 7 * 24 * 60 * 60 * 1000
/** Times per idle period, after the first, which takes as long as hundreds of others. */
const AT_ONCE = 10

/**
 * Updates the times in the server's HTML, for the reader's time zone and as time passes. Nothing is formatted while
 * they are right, because the first use of the browser's formatters takes longer than anything else here.
 */
export function createTimeUpdater(
  container: HTMLElement,
  renderedAt: number,
): { update(): void; updateWhenIdle(): Promise<void>; start(): () => void } {
  let isOver = false
  const all = () => [...container.querySelectorAll<HTMLTimeElement>('time.stoa-time')]
  const wrong = () => {
    const now = Date.now()
    const isFresh = Math.abs(now - renderedAt) < EVERY_MS
    // A date differs only by time zone.
    return all().filter(({ dateTime }) => {
      const date = new Date(dateTime)
      return Math.abs(now - date.getTime()) < WEEK_MS + EVERY_MS ? !isFresh : date.getDate() !== date.getUTCDate()
    })
  }

  function update(times: HTMLTimeElement[]): void {
    const format = { locale: container.lang, now: Date.now() }
    for (const time of times) {
      const node = textNodeOf(time)
      const text = timeText(Date.parse(time.dateTime), format)
      if (node.nodeValue !== text) node.nodeValue = text
    }
  }

  /** In small batches while the browser is idle. */
  async function updateWhenIdle(): Promise<void> {
    const times = wrong()
    for (let some = times.splice(0, 1); some.length > 0 && !isOver; some = times.splice(0, AT_ONCE)) {
      update(some)
      await untilIdle()
    }
  }

  /** Titles are shown only with a pointer. */
  function onPointer({ target }: Event): void {
    const time = (target as Element).closest('time')
    if (time) time.title = timeTitle(Date.parse(time.dateTime), { locale: container.lang })
  }

  return {
    update: () => update(wrong()),
    updateWhenIdle,
    start() {
      void updateWhenIdle()
      const timer = setInterval(() => void updateWhenIdle(), EVERY_MS)
      container.addEventListener('pointerover', onPointer)
      return () => {
        isOver = true
        clearInterval(timer)
        container.removeEventListener('pointerover', onPointer)
      }
    },
  }
}
