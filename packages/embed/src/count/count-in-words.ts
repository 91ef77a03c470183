import { formatMessage } from '@stoa/ui'
import { embedMessages } from '../messages.ts'

/** A count as a sentence of the language. */
export function countInWords(count: number, locale: string): string {
  return formatMessage(embedMessages['embed.count'], { count }, locale)
}
