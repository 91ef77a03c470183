import {
  type Community,
  foldSlug,
  isPublicPost,
  normalizeText,
  onOneLine,
  POST_EXCERPT_MAX_LENGTH,
  postPath,
  slugOf,
  slugProblem,
  textLength,
} from '@stoa/contract'
import { TextArea, TextField, useTranslate } from '@stoa/ui'
import { useMemo, useState } from 'react'
import { automaticExcerpt } from '../excerpt.ts'
import { createPostMessages } from '../messages.ts'
import { addressProblem } from '../post-form.ts'
import type { ComposedPost } from '../use-composed-post.ts'

/** What lists and shared links say about the post. Without it they show the beginning of its text. */
export function ExcerptField({ composed }: { composed: ComposedPost }) {
  const t = useTranslate(createPostMessages)
  const { draft, post, change } = composed
  const { excerpt, document } = draft.form
  const automatic = useMemo(() => automaticExcerpt(document, post), [document, post])
  const length = textLength(onOneLine(normalizeText(excerpt)))
  return (
    <TextArea
      name="excerpt"
      label={t('create.excerpt')}
      hint={t('create.excerpt.hint')}
      error={length > POST_EXCERPT_MAX_LENGTH ? t('create.tooLong') : undefined}
      length={length}
      limit={POST_EXCERPT_MAX_LENGTH}
      placeholder={automatic || t('create.excerpt.none')}
      value={excerpt}
      onChange={(event) => change({ excerpt: event.currentTarget.value })}
    />
  )
}

/** The end of the post's address. Without one of its own it is made from the title. */
export function AddressField({ composed, community }: { composed: ComposedPost; community: Community }) {
  const t = useTranslate(createPostMessages)
  const { draft, post, change, takenSlug } = composed
  const { form } = draft
  const [isTyping, setTyping] = useState(false)
  const problem = isTyping ? undefined : addressProblem(form, takenSlug.taken)
  const isFromTitle = post !== null && post.slugUrl !== '' && !post.hasOwnSlug && post.title === form.title
  const automatic = isFromTitle ? post.slugUrl : slugOf(form.title)
  const { tokenName, urlSlug } = community
  const slugUrl = form.slug.trim() || automatic
  const path = postPath({ ...{ tokenName, urlSlug }, slugUrl, kind: form.kind })
  const isOut = post !== null && isPublicPost(post.status)
  return (
    <TextField
      name="slugUrl"
      label={t('create.address')}
      hint={
        <>
          <bdi className="stoa-app-writing-address">{window.location.host + decodeURI(path)}</bdi>
          {isOut && t('create.address.kept')}
        </>
      }
      error={problem && t(problem)}
      placeholder={automatic}
      autoCapitalize="none"
      autoComplete="off"
      spellCheck={false}
      value={form.slug}
      onBlur={() => {
        setTyping(false)
        const slug = tidySlug(form.slug)
        if (slug !== form.slug) change({ slug })
      }}
      onChange={(event) => {
        setTyping(true)
        change({ slug: event.currentTarget.value })
      }}
    />
  )
}

/** Words with spaces, capitals and signs as an address, or the end of a pasted one. */
function tidySlug(written: string): string {
  const [last = ''] = foldSlug(written).split('/').filter(Boolean).slice(-1)
  return last === '' || slugProblem(last) !== 'form' ? last : slugOf(last)
}
