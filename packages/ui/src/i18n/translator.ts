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
  const translate: Translate<Messages> = (key, values = {}) => formatMessage(source(key), values, locale)
  translate.rich = (key, values) => createElement(Fragment, null, ...formatToParts(source(key), values, locale))
  return translate
}
