import { timeText, timeTitle } from '@stoa/ui'
import { untilIdle } from './until-idle.ts'

const EVERY_MS = 30_000
const WEEK_MS = 7 * 24 * 60 * 60 * 1000
/** Times in one go: the first of a page costs as much as hundreds more. */
const AT_ONCE = 10

/**
 * Keeps the times of the server's rendering right, in the reader's zone and as time goes by. As long as they are right as
 * they are nothing is formatted: the first use of the browser's formatters takes longer than anything else here.
 */
export function keepTimes(
  container: HTMLElement,
  renderedAt: number,
): { update(): void; updateIdly(): Promise<void>; begin(): () => void } {
  let isOver = false
  const all = () => [...container.querySelectorAll<HTMLTimeElement>('time.stoa-time')]
  const wrong = () => {
    const now = Date.now()
    const isFresh = Math.abs(now - renderedAt) < EVERY_MS
    // A date changes only with the reader's zone.
    return all().filter(({ dateTime }) => {
      const date = new Date(dateTime)
      return Math.abs(now - date.getTime()) < WEEK_MS + EVERY_MS ? !isFresh : date.getDate() !== date.getUTCDate()
    })
  }

  function update(times: HTMLTimeElement[]): void {
    const format = { locale: container.lang, now: Date.now() }
    for (const time of times) {
      // The text node stays: it is taken over with all others.
      const node = time.firstChild as Text | null
      const text = timeText(Date.parse(time.dateTime), format)
      if (node && node.data !== text) node.data = text
    }
  }

  /** Little by little, so that nobody waits for it. */
  async function updateIdly(): Promise<void> {
    const times = wrong()
    for (let some = times.splice(0, 1); some.length > 0 && !isOver; some = times.splice(0, AT_ONCE)) {
      update(some)
      await untilIdle()
    }
  }

  /** Only a pointer shows a title. */
  function onPointer({ target }: Event): void {
    const time = (target as Element).closest('time')
    if (time) time.title = timeTitle(Date.parse(time.dateTime), { locale: container.lang })
  }

  return {
    update: () => update(wrong()),
    updateIdly,
    begin() {
      void updateIdly()
      const timer = setInterval(() => void updateIdly(), EVERY_MS)
      container.addEventListener('pointerover', onPointer)
      return () => {
        isOver = true
        clearInterval(timer)
        container.removeEventListener('pointerover', onPointer)
      }
    },
  }
}
