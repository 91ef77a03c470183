import { type Community, POST_TITLE_MAX_LENGTH, postPath } from '@stoa/contract'
import { createDrafts, draftKey, type StoredPost } from '@stoa/store'
import { useStoa } from '@stoa/store/react'
import { Banner, Button, PollIcon, SelectField, TextArea, TextField, useTranslate } from '@stoa/ui'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { messages } from '../../messages.ts'
import { toText } from './paragraphs.ts'
import { PollFields } from './poll-fields.tsx'
import { emptyForm, emptyPoll, type PostForm, type Problems, problemsOf, toInput } from './post-form.ts'
import { useSendPost } from './use-send-post.ts'

export interface PostComposerProps {
  community: Community
  /** The post to change; null for a new one. */
  post: StoredPost | null
}

/** Writes or changes a post: title, topic, paragraphs, poll. Every keystroke is kept on the device until it is sent. */
export function PostComposer({ community, post }: PostComposerProps) {
  const t = useTranslate(messages)
  const navigate = useNavigate()
  const { form, change, clear } = usePostDraft(community, post)
  const [problems, setProblems] = useState<Problems>({})
  const { send, busy, alert } = useSendPost()
  const formElement = useRef<HTMLFormElement>(null)
  // Blocks that plain text can't hold stay as they are; then only title, topic and poll are changed here.
  const keptContent = post?.postContent !== undefined && toText(post.postContent) === null ? post.postContent : null
  const flairs = community.activeFlairs
  const hasVotes = (post?.pollTotalVoters ?? 0) > 0

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    const found = problemsOf(form, { flairs, keepsText: keptContent !== null })
    setProblems(found)
    const [first] = Object.keys(found)
    if (first) {
      formElement.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
      return
    }
    const sent = await send(toInput(form, { tokenName: community.tokenName, keptContent }), post?.id)
    if (!sent) return
    clear()
    await navigate(postPath(sent))
  }
  const error = (field: keyof Problems) => problems[field] && t(problems[field])

  return (
    <form ref={formElement} className="stoa-app-form" noValidate onSubmit={(event) => void submit(event)}>
      {alert && <Banner tone="danger">{alert}</Banner>}
      <TextField
        name="title"
        label={t('create.field.title')}
        hint={t('create.field.title.hint')}
        maxLength={POST_TITLE_MAX_LENGTH * 2}
        value={form.title}
        error={error('title')}
        dir="auto"
        onChange={(event) => change({ title: event.currentTarget.value })}
      />
      {flairs.length > 0 && (
        <SelectField
          name="flairId"
          label={t('create.field.topic')}
          value={form.flairId}
          error={error('flairId')}
          options={[
            { value: '', label: t('create.field.topic.choose') },
            ...flairs.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={(event) => change({ flairId: event.currentTarget.value })}
        />
      )}
      {keptContent === null ? (
        <TextArea
          name="text"
          label={t('create.field.text')}
          hint={t('create.field.text.hint')}
          rows={10}
          value={form.text}
          error={error('text')}
          dir="auto"
          onChange={(event) => change({ text: event.currentTarget.value })}
        />
      ) : (
        <Banner tone="info">{t('create.keptContent')}</Banner>
      )}
      {form.poll ? (
        <PollFields
          poll={form.poll}
          locked={hasVotes}
          error={error('poll')}
          onChange={(poll) => change({ poll })}
          onRemove={() => change({ poll: null })}
        />
      ) : (
        <div>
          <Button icon={<PollIcon />} onClick={() => change({ poll: emptyPoll })}>
            {t('create.poll.add')}
          </Button>
        </div>
      )}
      <div className="stoa-app-form-end">
        <Button type="submit" variant="primary" busy={busy}>
          {t(post ? 'create.submit.edit' : 'create.submit')}
        </Button>
        <span className="stoa-app-muted">{t('create.saved')}</span>
      </div>
    </form>
  )
}

/** The form as it was left: from this device's draft, else from the post. */
function usePostDraft(community: Community, post: StoredPost | null) {
  const stoa = useStoa()
  const key = draftKey(community.tokenName, post ? `post:${post.id}` : 'post')
  const [form, setForm] = useState<PostForm>(() => formOf(post))
  useEffect(() => {
    const kept = stoa.part(createDrafts).get(key)
    if (kept) setForm({ ...emptyForm, ...JSON.parse(kept) })
  }, [stoa, key])
  return {
    form,
    change(part: Partial<PostForm>) {
      const next = { ...form, ...part }
      setForm(next)
      stoa.part(createDrafts).set(key, JSON.stringify(next))
    },
    clear() {
      const drafts = stoa.part(createDrafts)
      drafts.clear(key)
      drafts.flush()
    },
  }
}

function formOf(post: StoredPost | null): PostForm {
  if (!post) return emptyForm
  const { title, flairIds, postContent, pollOptions, pollSettings } = post
  const poll = pollOptions && {
    ...emptyPoll,
    options: pollOptions,
    results: pollSettings?.results ?? 'always',
    voters: pollSettings?.voters ?? 'public',
    closes: pollSettings?.closesAt ? localInputTime(pollSettings.closesAt) : '',
  }
  return { title, flairId: flairIds[0] ?? '', text: toText(postContent ?? '{"blocks":[]}') ?? '', poll }
}

/** A time as `datetime-local` inputs have it. */
function localInputTime(time: number): string {
  const date = new Date(time)
  return new Date(time - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
