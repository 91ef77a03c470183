import type { Topic } from '@stoa/contract'
import { useTranslate } from '@stoa/ui'
import { type RefObject, useState } from 'react'
import { createPostMessages } from './messages.ts'
import { type PostForm, type Problems, problemsOf, type TakenSlug } from './post-form.ts'

type Field = keyof Problems

/** Fields that may be out of sight. */
const IN_SETTINGS: ReadonlySet<Field> = new Set(['closes', 'excerpt', 'slugUrl'])

/** Problems that prevent publishing, shown at their fields after the first attempt until they are fixed. */
export function useProblems(
  form: PostForm,
  {
    topics,
    now = 0,
    taken = () => null,
    isArticle = false,
    formElement,
    onReveal,
  }: {
    topics: readonly Topic[]
    now?: number
    /** The last address that was another post's. Default: none. */
    taken?: () => TakenSlug | null
    /** It stands for a partner's article. Default: it doesn't. */
    isArticle?: boolean
    formElement: RefObject<HTMLFormElement | null>
    /** Shows the settings, of which a field is invalid. Default: nothing. */
    onReveal?: (() => void) | undefined
  },
) {
  const t = useTranslate(createPostMessages)
  const [invalidFields, setInvalidFields] = useState<readonly Field[]>([])
  const problems = invalidFields.length > 0 ? problemsOf(form, { topics, now, taken: taken(), isArticle }) : {}
  return {
    /** The error text of a field. */
    error: (field: Field) => (invalidFields.includes(field) && problems[field] ? t(problems[field]) : undefined),
    /** Whether it can be published; otherwise focuses the first invalid field. */
    check(): boolean {
      const fields = Object.keys(problemsOf(form, { topics, now, taken: taken(), isArticle })) as Field[]
      setInvalidFields(fields)
      const [first] = fields
      if (!first) return true
      const focus = () =>
        formElement.current?.querySelector<HTMLElement>(`[name="${first}"], [data-field="${first}"]`)?.focus()
      if (IN_SETTINGS.has(first)) {
        onReveal?.()
        // After they have been rendered.
        setTimeout(focus)
      } else focus()
      return false
    },
  }
}
