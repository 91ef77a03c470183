import { type Community, canCreatePost, canPublishType, isOwn, type Post, PostStatus, postPath } from '@stoa/contract'
import { DraftDialog } from '@stoa/post-view'
import { alertMessages, alertText, type StoredPost } from '@stoa/store'
import { useAction, useActions, useCommunity, usePost, useStoa, useViewer } from '@stoa/store/react'
import {
  Banner,
  Button,
  ChevronDownIcon,
  ClockIcon,
  Menu,
  PollIcon,
  SelectField,
  TextArea,
  useTranslate,
} from '@stoa/ui'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useHostedApp } from '../../hosted-app.ts'
import { createPostPath } from '../../paths.ts'
import { useUploads } from '../../shell/use-uploads.ts'
import { CommunityPicker } from './community-picker.tsx'
import { createPostMessages } from './create-post-messages.ts'
import { DocumentField } from './document-field.tsx'
import { isPassing } from './draft-autosave.ts'
import { ImageField } from './image-field.tsx'
import { PollFields } from './poll-fields.tsx'
import { PostConflict } from './post-conflict.tsx'
import { emptyPoll, isEmptyForm, type PostForm, toInput } from './post-form.ts'
import { PostPreview } from './post-preview.tsx'
import { ResponseRecorder } from './response-recorder.tsx'
import { SaveStatus } from './save-status.tsx'
import { TopicField } from './topic-field.tsx'
import { useAutosave } from './use-autosave.ts'
import { usePostDraft } from './use-post-draft.ts'
import { useEditorUploads } from './use-post-uploads.ts'
import { useProblems } from './use-problems.ts'
import { useSendPost } from './use-send-post.ts'

export interface PostComposerProps {
  community: Community
  /** The post to edit; null for a new one. */
  post: StoredPost | null
  /** The post that a new one responds to. Default: none. */
  parentPostId?: string | null
  /** Called with the chosen community. Default: nothing. */
  onCommunity?: ((tokenName: string) => void) | undefined
}

/**
 * Writes or edits a post. Every change is kept on the device until the server has it; unpublished posts are saved there
 * as drafts automatically.
 */
export function PostComposer({ community, post: given, parentPostId = null, onCommunity }: PostComposerProps) {
  const [begunId, setBegunId] = useState('')
  const begun = usePost(begunId)
  const post = begun ?? given
  const t = useTranslate(createPostMessages)
  const tAlert = useTranslate(alertMessages)
  const navigate = useNavigate()
  const { toasts } = useHostedApp()
  const stoa = useStoa()
  const viewer = useViewer() ?? null
  const isResponse = (post?.parentPostId ?? parentPostId) !== null
  // Kept apart from a new post, which may be meant for another community.
  const draft = usePostDraft(community.tokenName, post, isResponse ? `response:${parentPostId}` : undefined)
  const { form } = draft
  const [isPreviewed, setPreviewed] = useState(false)
  const sending = useSendPost(onPublished)
  const saving = useAction()
  const { changePost } = useActions()
  const [isScheduling, setScheduling] = useState(false)
  const isDraft = post === null || post.status === PostStatus.draft
  const isOvertaken =
    !sending.busy && draft.isTouched && post?.revision !== undefined && (draft.revision ?? 0) < post.revision
  const autosave = useAutosave(draft, {
    post,
    parentPostId,
    isOn: viewer !== null && isDraft && !isOvertaken && !sending.busy,
    onBegun(saved) {
      setBegunId(saved.id)
      // Not through the router, which would move focus and restart the screen during typing.
      window.history.replaceState(window.history.state, '', editPath(saved))
    },
  })
  const uploads = useEditorUploads({ isResponse })
  const recordings = useUploads()
  const formElement = useRef<HTMLFormElement>(null)
  const chosenCommunity = useCommunity(form.tokenName) ?? community
  const flairs = chosenCommunity.activeFlairs
  useEffect(() => onCommunity?.(form.tokenName), [onCommunity, form.tokenName])
  const { error, check } = useProblems(form, { flairs, now: isDraft ? stoa.clock() : 0, formElement })
  const busy = sending.busy || saving.busy
  const { postTypes } = chosenCommunity
  const takes = (part: Partial<Pick<PostForm, 'kind' | 'poll'>>) => {
    const { kind, poll } = { ...form, ...part }
    return canPublishType(postTypes, { kind, isResponse, hasPoll: poll !== null }).allowed
  }
  const mayTell =
    takes({ kind: 'story', poll: null }) &&
    canCreatePost(viewer, { tokenName: chosenCommunity.tokenName, kind: 'story' }, stoa.clock()).allowed
  const isRefused = isDraft && !takes({})
  const lacksPoll = isRefused && !form.poll && takes({ poll: emptyPoll })

  function change(part: Partial<PostForm>): void {
    // A refused request is finished; one without a response is repeated unchanged.
    if (sending.error && !isPassing(sending.error)) draft.answered()
    draft.change(part)
  }

  async function publish(): Promise<void> {
    if (!check()) return
    const saved = autosave.current()
    // Once there is a draft, its community and kind are used.
    const isElsewhere = saved && (saved.tokenName !== form.tokenName || saved.kind !== form.kind)
    if (!(await saving.run(isElsewhere ? autosave.force : autosave.settle))) return
    await send(autosave.current(), draft.latest().revision)
  }

  /** Asks for a time once the server has everything as a draft. */
  async function schedule(): Promise<void> {
    if (check() && (await saving.run(autosave.force))) setScheduling(true)
  }

  async function send(known: StoredPost | null, revision: number | null): Promise<void> {
    const written = {
      ...toInput(draft.latest().form, known),
      ...(parentPostId !== null && !known ? { parentPostId } : {}),
    }
    const edited = known && { postId: known.id, ...(revision === null ? {} : { revision }) }
    const idempotencyKey = draft.keyFor(JSON.stringify([written, edited]))
    await sending.send({ post: written, ...(edited ? { edited } : {}), idempotencyKey })
  }

  function onPublished(saved: Post): void {
    draft.take(saved)
    void navigate(postPath(saved))
    const parent = stoa.state.getState().posts[saved.parentPostId ?? '']
    if (!parent) return
    const onAction = () => void navigate(postPath(parent))
    toasts.show({ text: t('create.parent.done'), action: { label: t('create.parent.see'), onAction } })
  }

  async function saveNow(): Promise<void> {
    if (await saving.run(autosave.flush)) toasts.show({ text: t('create.draft.saved'), tone: 'success' })
  }

  function overwrite(): void {
    draft.rebase(post?.revision)
    if (isDraft) void saving.run(autosave.force)
    else void send(post, post?.revision ?? null)
  }

  function takeOther(): void {
    if (!post) return
    const onAction = draft.take(post)
    toasts.show({ text: t('create.conflict.taken'), action: { label: t('create.conflict.undo'), onAction } })
  }

  /** Saves the own version as a separate draft; the other version stays unchanged. */
  async function keepBoth(): Promise<void> {
    if (await saving.run(autosave.saveAsNew)) toasts.show({ text: t('create.conflict.both.done'), tone: 'success' })
  }

  function keepForLater(): void {
    if (!post) return
    toasts.show({ text: t('create.conflict.kept') })
    void navigate(postPath(post))
  }

  /** Adds or removes the poll. The pressed button disappears, so its counterpart gets focus. */
  const setPoll = (poll: PostForm['poll']) => {
    change({ poll })
    const next = poll ? '.stoa-app-poll-option input' : '.stoa-app-poll-add button'
    setTimeout(() => formElement.current?.querySelector<HTMLElement>(next)?.focus())
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void publish()
  }
  const draftAlert = saving.error ? alertText(saving.error, { t: tAlert }) : ''
  return (
    <form ref={formElement} className="stoa-app-form" noValidate onSubmit={submit}>
      {isDraft && (
        <div className="stoa-app-form-row">
          {!isResponse && (
            <CommunityPicker
              tokenName={form.tokenName}
              onChange={(tokenName) => change({ tokenName, flairId: '', kind: 'community' })}
            />
          )}
          {(mayTell || form.kind === 'story') && (
            <SelectField
              label={t('create.field.kind')}
              value={form.kind}
              options={(['community', 'story'] as const).map((value) => ({
                value,
                label: t(`create.kind.${value}`),
                disabled: value !== form.kind && !takes({ kind: value }) && !takes({ kind: value, poll: emptyPoll }),
              }))}
              onChange={(event) => change({ kind: event.currentTarget.value as PostForm['kind'] })}
            />
          )}
        </div>
      )}
      <TextArea
        name="title"
        className="stoa-app-title-field"
        label={t('create.field.title')}
        hint={t('create.field.title.hint')}
        rows={1}
        value={form.title}
        error={error('title')}
        readOnly={sending.busy}
        onKeyDown={(event) => {
          // A growing field of one line: Enter moves on to the text.
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) event.preventDefault()
        }}
        onChange={(event) => change({ title: event.currentTarget.value.replace(/[\r\n]+/g, ' ') })}
      />
      <TopicField flairs={flairs} draft={{ form, change }} error={error('flairId')} />
      <ImageField
        label={t('create.hero')}
        hint={t('create.hero.hint')}
        image={form.heroImage}
        withAlt
        onChange={(heroImage) => change({ heroImage })}
      />
      <DocumentField
        document={form.document}
        label={t('create.field.text')}
        error={error('document')}
        busy={sending.busy}
        uploads={uploads}
        onPoll={form.poll || !postTypes.includes('poll') ? undefined : () => setPoll(emptyPoll)}
        onChange={(document) => change({ document })}
      />
      {isResponse && recordings && (
        <ResponseRecorder
          uploads={recordings}
          onAdd={(block) => {
            const { document } = draft.latest().form
            change({ document: { ...document, blocks: [...document.blocks, block] } })
          }}
        />
      )}
      <ImageField
        label={t('create.featured')}
        hint={t('create.featured.hint')}
        image={form.featuredImage}
        onChange={(featuredImage) => change({ featuredImage })}
      />
      {form.poll ? (
        <PollFields
          poll={form.poll}
          locked={(post?.pollTotalVoters ?? 0) > 0}
          error={error('poll')}
          onChange={(poll) => change({ poll })}
          onRemove={() => setPoll(null)}
        />
      ) : (
        postTypes.includes('poll') && (
          <div className="stoa-app-poll-add">
            <Button icon={<PollIcon />} onClick={() => setPoll(emptyPoll)}>
              {t('create.poll.add')}
            </Button>
          </div>
        )
      )}
      {isRefused && <Banner tone="info">{t(lacksPoll ? 'create.type.pollOnly' : 'create.type.refused')}</Banner>}
      {sending.alert && <Banner tone="danger">{sending.alert}</Banner>}
      {draftAlert && (
        <Banner tone="danger" title={t('create.draft.failed')}>
          {draftAlert}
        </Banner>
      )}
      {post && isOvertaken ? (
        <PostConflict
          post={post}
          mine={{ title: form.title, postContent: JSON.stringify(form.document) }}
          href={isDraft ? null : postPath(post)}
          busy={busy}
          onOverwrite={overwrite}
          onTake={takeOther}
          onKeepBoth={isOwn(viewer, post.publisherId) ? () => void keepBoth() : null}
          onKeep={isDraft ? null : keepForLater}
        />
      ) : (
        <div className="stoa-app-form-end">
          <Button type="submit" variant="primary" busy={sending.busy} disabled={isRefused}>
            {t(isDraft ? 'create.submit' : 'create.submit.edit')}
          </Button>
          {isDraft && (
            <Menu
              label={t('create.submit.other')}
              icon={<ChevronDownIcon />}
              size="m"
              items={[
                {
                  id: 'schedule',
                  label: t('create.schedule'),
                  icon: <ClockIcon />,
                  disabled: isRefused || busy,
                  onSelect: () => void schedule(),
                },
              ]}
            />
          )}
          {isDraft && (
            <Button disabled={isEmptyForm(form)} busy={saving.busy} onClick={() => void saveNow()}>
              {t('create.draft.save')}
            </Button>
          )}
          <Button variant="quiet" onClick={() => setPreviewed(true)}>
            {t('create.preview')}
          </Button>
          <SaveStatus state={autosave.state} isUnsaved={autosave.isUnsaved} isAutomatic={isDraft && viewer !== null} />
        </div>
      )}
      {isScheduling && post && (
        <DraftDialog
          post={post}
          own={false}
          now={stoa.clock()}
          onlySchedule
          onChange={async (wanted) => {
            const saved = await changePost(wanted)
            draft.take(saved)
            void navigate(postPath(saved))
            return saved
          }}
          onClose={(done) => {
            setScheduling(false)
            if (done) toasts.show({ text: done, tone: 'success' })
          }}
        />
      )}
      {isPreviewed && <PostPreview form={form} post={post} onClose={() => setPreviewed(false)} />}
    </form>
  )
}

/** Path for continuing a draft. */
function editPath(post: Pick<Post, 'tokenName' | 'communitySlug' | 'id'>): string {
  return `${createPostPath(post)}/${post.id}`
}
