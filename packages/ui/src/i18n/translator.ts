import { createElement, Fragment, type ReactNode } from 'react'
import { type Catalogue, formatMessage, formatToParts } from './format-message.ts'

/** Turns the keys of one catalogue into text. */
export interface Translate<Messages extends Catalogue> {
  /** The text of a message, with its values filled in. */
  (key: keyof Messages & string, values?: Readonly<Record<string, string | number>>): string
  /** The same for messages whose values are elements, such as a link inside a sentence. */
  rich: (key: keyof Messages & string, values: Readonly<Record<string, ReactNode>>) => ReactNode
}

/** What a translator works with. */
export interface TranslatorOptions<Messages extends Catalogue> {
  /** BCP 47 tag that decides plurals and numbers. */
  locale: string
  /** The component's English texts: they define the keys and are the fallback. */
  messages: Messages
  /** Texts that win over `messages`: a language, a publisher's wording, or both merged. Default: none. */
  translations?: Catalogue | undefined
}

/** Creates the `t` function of one catalogue. */
export function createTranslator<const Messages extends Catalogue>(
  options: TranslatorOptions<Messages>,
): Translate<Messages> {
  const { locale, messages, translations } = options
  const source = (key: string) => translations?.[key] ?? messages[key] ?? key
  const translate: Translate<Messages> = (key, values = {}) => formatMessage(source(key), values, locale)
  translate.rich = (key, values) => createElement(Fragment, null, ...formatToParts(source(key), values, locale))
  return translate
}
