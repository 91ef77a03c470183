import { createElement, Fragment, type ReactNode } from 'react'
import { type Catalogue, formatMessage, formatToParts } from './format-message.ts'

/** Translates the keys of a catalogue. */
export interface Translate<Messages extends Catalogue> {
  /** The text of a message with its values. */
  (key: keyof Messages & string, values?: Readonly<Record<string, string | number>>): string
  /** For messages whose values are elements, such as a link in a sentence. */
  rich: (key: keyof Messages & string, values: Readonly<Record<string, ReactNode>>) => ReactNode
}

/** Options of a translator. */
export interface TranslatorOptions<Messages extends Catalogue> {
  /** BCP 47 tag that decides plurals and numbers. */
  locale: string
  /** The component's English texts, which define the keys and are the fallback. */
  messages: Messages
  /** Texts that take precedence over `messages`: a language, a publisher's texts, or both. Default: none. */
  translations?: Catalogue | undefined
}

/** Creates the `t` function for a catalogue. */
export function createTranslator<const Messages extends Catalogue>(
  options: TranslatorOptions<Messages>,
): Translate<Messages> {
  const { locale, messages, translations } = options
  const source = (key: string) => translations?.[key] ?? messages[key] ?? key
  const translate: Translate<Messages> = (key, values = {}) =>
    formatMessage(source(key), isolatedValues(values), locale)
  translate.rich = (key, values) =>
    createElement(Fragment, null, ...formatToParts(source(key), isolatedValues(values), locale))
  return translate
}

/** Characters of scripts written from right to left: Hebrew, Arabic and their neighbors. */
const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u

/** The values with texts from right to left isolated, so that they don't reorder the sentence (UAX #9). */
function isolatedValues<Value>(values: Readonly<Record<string, Value>>): Readonly<Record<string, Value | string>> {
  const isMixed = (value: unknown): value is string => typeof value === 'string' && RIGHT_TO_LEFT.test(value)
  if (!Object.values(values).some(isMixed)) return values
  const isolate = (value: Value) =>
    isMixed(value) ? `\u2068${value.replace(/[\u202A-\u202E\u2066-\u2069]/g, '')}\u2069` : value
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, isolate(value)]))
}
