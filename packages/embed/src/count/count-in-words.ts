import { createTranslator } from '@stoa/ui'
import { embedMessages } from '../messages.ts'

/** A count as a sentence of the language. */
export function countInWords(count: number, locale: string): string {
  return createTranslator({ locale, messages: embedMessages })('embed.count', { count })
}
