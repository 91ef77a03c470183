import { pageStorage } from '@stoa/client'

/** Who has turned push on here, and the browser's address at the push service then. */
interface PushChoice {
  userId: string
  endpoint: string
}

const CHOICE = 'stoa.push'

/** Who has turned push on in this browser; null for nobody. */
export function readChoice(): PushChoice | null {
  try {
    return JSON.parse(pageStorage('local').getItem(CHOICE) ?? 'null') as PushChoice | null
  } catch {
    return null
  }
}

export function keepChoice(choice: PushChoice): void {
  pageStorage('local').setItem(CHOICE, JSON.stringify(choice))
}

export function forgetChoice(): void {
  pageStorage('local').removeItem(CHOICE)
}

/** Whether the browser can show notifications while the forum is closed. */
export function supportsPush(): boolean {
  return ['PushManager', 'Notification'].every((name) => name in globalThis) && 'serviceWorker' in navigator
}
