import { formatMessage } from '@stoa/ui'
import type { MountOptions } from '../loader/define-element.ts'
import { embedMessages } from '../messages.ts'
import { loadTexts, localeOf } from '../thread/texts.ts'

/** A count as a sentence in the element's language. */
export async function countInWords(count: number, options: MountOptions): Promise<string> {
  const texts = await loadTexts(options)
  const english = texts?.['embed.count'] === undefined
  return formatMessage(
    texts?.['embed.count'] ?? embedMessages['embed.count'],
    { count },
    english ? 'en' : await localeOf(options),
  )
}
