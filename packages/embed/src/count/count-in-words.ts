import { formatMessage } from '@stoa/ui'
import type { MountOptions } from '../loader/define-element.ts'
import { embedMessages } from '../messages.ts'
import { languageFor } from '../thread/texts.ts'

/** A count as a sentence, in the element's language as far as the domain offers it. */
export async function countInWords(count: number, options: MountOptions): Promise<{ text: string; lang: string }> {
  const { locale, texts } = await languageFor(options)
  const own = texts?.['embed.count']
  const lang = own === undefined ? 'en' : locale
  return { text: formatMessage(own ?? embedMessages['embed.count'], { count }, lang), lang }
}
