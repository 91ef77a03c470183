import { formatMessage } from '@stoa/ui'
import { embedMessages } from '../messages.ts'

/** A count as a sentence in the locale's language. */
export function countInWords(count: number, locale: string): string {
  return formatMessage(embedMessages['embed.count'], { count }, locale)
}
