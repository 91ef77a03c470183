import { type Community, POST_TITLE_MAX_LENGTH, type Post, PostStatus, postPath } from '@stoa/contract'
import type { StoredPost } from '@stoa/store'
import { Banner, Button, PollIcon, SelectField, TextArea, TextField, useTranslate } from '@stoa/ui'
import { type FormEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useHostedApp } from '../../hosted-app.ts'
import { createPostPath } from '../../paths.ts'
import { createPostMessages } from './create-post-messages.ts'
import { PollFields } from './poll-fields.tsx'
import { PostConflict } from './post-conflict.tsx'
import { emptyPoll, type Problems, problemsOf, toInput } from './post-form.ts'
import { usePostDraft } from './use-post-draft.ts'
import { useSendPost } from './use-send-post.ts'

export interface PostComposerProps {
  community: Community
  /** The post to change; null for a new one. */
  post: StoredPost | null
  /** The post that a new one responds to. Default: none. */
  parentPostId?: string | null
}

/**
 * Writes or changes a post: title, topic, paragraphs, poll. Every keystroke is kept on the device until the server has it;
 * what is not finished can be saved there as a draft.
 */
export function PostComposer({ community, post, parentPostId = null }: PostComposerProps) {
  const t = useTranslate(createPostMessages)
  const navigate = useNavigate()
  const { toasts } = useHostedApp()
  const draft = usePostDraft(community.tokenName, post)
  const { form, change, keepsText } = draft
  const [problems, setProblems] = useState<Problems>({})
  const [savedAs, setSavedAs] = useState<'draft' | 'post'>('post')
  const { send, busy, alert } = useSendPost(onSaved)
  const formElement = useRef<HTMLFormElement>(null)
  const flairs = community.activeFlairs
  const mayBeDraft = post === null || post.status === PostStatus.draft
  const isOvertaken = !busy && post?.revision !== undefined && (draft.revision ?? 0) < post.revision

  async function save(isDraft: boolean, revision = draft.revision): Promise<void> {
    const found = problemsOf(form, { flairs, keepsText, isDraft })
    setProblems(found)
    const [first] = Object.keys(found)
    if (first) {
      formElement.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
      return
    }
    const keptContent = keepsText ? (post?.postContent ?? null) : null
    const written = {
      ...toInput(form, { tokenName: community.tokenName, post, keptContent, saveAsDraft: isDraft }),
      ...(parentPostId !== null && !post ? { parentPostId } : {}),
    }
    const edited = post && { postId: post.id, ...(revision === null ? {} : { revision }) }
    const idempotencyKey = draft.keyFor(JSON.stringify([written, edited]))
    setSavedAs(isDraft ? 'draft' : 'post')
    await send({ post: written, ...(edited ? { edited } : {}), idempotencyKey })
  }

  function onSaved(saved: Post): void {
    draft.take(saved)
    if (saved.status !== PostStatus.draft) {
      void navigate(postPath(saved))
      return
    }
    toasts.show({ text: t('create.draft.saved'), tone: 'success' })
    if (!post) void navigate(`${createPostPath(saved.tokenName)}/${saved.id}`, { replace: true })
  }

  function overwrite(): void {
    draft.rebase(post?.revision)
    void save(post?.status === PostStatus.draft, post?.revision ?? null)
  }

  function takeOther(): void {
    if (!post) return
    const onAction = draft.take(post)
    toasts.show({ text: t('create.conflict.taken'), action: { label: t('create.conflict.undo'), onAction } })
  }

  function keepForLater(): void {
    if (!post) return
    toasts.show({ text: t('create.conflict.kept') })
    void navigate(postPath(post))
  }

  const error = (field: keyof Problems) => problems[field] && t(problems[field])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void save(false)
  }
  return (
    <form ref={formElement} className="stoa-app-form" noValidate onSubmit={submit}>
      <TextField
        name="title"
        label={t('create.field.title')}
        hint={t('create.field.title.hint')}
        maxLength={POST_TITLE_MAX_LENGTH * 2}
        value={form.title}
        error={error('title')}
        dir="auto"
        readOnly={busy}
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
      {keepsText ? (
        <Banner tone="info">{t('create.keptContent')}</Banner>
      ) : (
        <TextArea
          name="text"
          label={t('create.field.text')}
          hint={t('create.field.text.hint')}
          rows={10}
          value={form.text}
          error={error('text')}
          dir="auto"
          readOnly={busy}
          onChange={(event) => change({ text: event.currentTarget.value })}
        />
      )}
      {form.poll ? (
        <PollFields
          poll={form.poll}
          locked={(post?.pollTotalVoters ?? 0) > 0}
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
      {alert && (
        <Banner tone="danger" title={savedAs === 'draft' ? t('create.draft.failed') : undefined}>
          {alert}
        </Banner>
      )}
      {post && isOvertaken ? (
        <PostConflict
          post={post}
          href={postPath(post)}
          onOverwrite={overwrite}
          onTake={takeOther}
          onKeep={keepForLater}
        />
      ) : (
        <div className="stoa-app-form-end">
          <Button type="submit" variant="primary" busy={busy && savedAs === 'post'}>
            {t(mayBeDraft ? 'create.submit' : 'create.submit.edit')}
          </Button>
          {mayBeDraft && (
            <Button busy={busy && savedAs === 'draft'} onClick={() => void save(true)}>
              {t('create.draft.save')}
            </Button>
          )}
          <span className="stoa-app-muted">{t('create.saved')}</span>
        </div>
      )}
    </form>
  )
}
