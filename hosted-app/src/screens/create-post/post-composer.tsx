import { type Community, communityPath, isPublicPost, PostStatus, postPath } from '@stoa/contract'
import { alertMessages, alertText, type StoredPost } from '@stoa/store'
import { useCommunity, useStoa } from '@stoa/store/react'
import { Banner, useTranslate } from '@stoa/ui'
import { type FormEvent, type KeyboardEvent, type ReactNode, useId, useRef } from 'react'
import { useOwnCounts } from '../../own-counts.ts'
import { ComposerButtons } from './composer-buttons.tsx'
import { ComposerConflict } from './composer-conflict.tsx'
import { ComposerNotices } from './composer-notices.tsx'
import { ComposerPage } from './composer-page.tsx'
import { ComposerPanel } from './composer-panel.tsx'
import { SaveProblem, SaveStatus } from './draft/save-status.tsx'
import { ComposerFields } from './fields/composer-fields.tsx'
import { createPostMessages } from './messages.ts'
import type { PostForm } from './post-form.ts'
import { UnfinishedFiles } from './unfinished-files.tsx'
import { useComposedPost } from './use-composed-post.ts'
import { useProblems } from './use-form-problems.ts'
import { useSettingsPanel } from './use-panel.ts'
import { usePostKinds } from './use-post-kinds.ts'
import { useEditorUploads } from './use-post-uploads.ts'
import { useStrayDrops } from './use-stray-drops.ts'
import { useUnfinished } from './use-unfinished-files.ts'

export interface PostComposerProps {
  community: Community
  /** The post to edit; null for a new one. */
  post: StoredPost | null
  /** The post that a new one responds to. Default: none. */
  parentPostId?: string | null
  /** Above the chips: the post that it responds to. Default: nothing. */
  above?: ReactNode
  /** Called with the draft's address, which the router doesn't know. Default: nothing. */
  onBegun?: ((path: string) => void) | undefined
  /** The same, if it was saved only after the composer was left. Default: nothing. */
  onLeft?: ((path: string) => void) | undefined
}

/**
 * Writes or edits a post, on a page that looks as the post will. Every change is kept on the device until the server has
 * it; unpublished posts are saved there as drafts automatically.
 */
export function PostComposer(props: PostComposerProps) {
  const { community, post: initialPost, parentPostId = null, above, onBegun, onLeft } = props
  const t = useTranslate(createPostMessages)
  const tAlert = useTranslate(alertMessages)
  const stoa = useStoa()
  const composed = useComposedPost(community.tokenName, { post: initialPost, parentPostId, onBegun, onLeft })
  const { post, draft, autosave, sending, saving, isDraft, isOvertaken } = composed
  const { form } = draft
  const chosenCommunity = useCommunity(form.tokenName) ?? community
  const kinds = usePostKinds(composed, chosenCommunity)
  const uploads = useEditorUploads({ isResponse: composed.isResponse })
  const formElement = useRef<HTMLFormElement>(null)
  const unfinished = useUnfinished(formElement)
  const panel = useSettingsPanel()
  const noticeId = useId()
  const drops = useStrayDrops()
  const { draft: drafts = 0 } = useOwnCounts({ isOwn: isDraft }) ?? {}
  const problems = useProblems(form, {
    topics: chosenCommunity.activeFlairs,
    now: isDraft ? stoa.clock() : 0,
    taken: composed.takenSlug.latest,
    isArticle: post !== null && post.externalArticleId !== null,
    formElement,
    onReveal: panel.open,
  })
  /** Whether it can be published. Otherwise shows why not. */
  const check = () => {
    const hasAllFiles = unfinished.check()
    return problems.check() && hasAllFiles
  }

  async function publish(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (isOvertaken || !check()) return
    const saved = autosave.current()
    // Once there is a draft, its community and kind are used.
    const isElsewhere = saved && (saved.tokenName !== form.tokenName || saved.kind !== form.kind)
    if (!(await saving.run(isElsewhere ? autosave.force : autosave.settle))) return
    await composed.send(autosave.current(), draft.latest().revision)
    // Shows the address if the server has refused it.
    check()
  }

  /** Adds or removes the poll. Its first option gets focus, or the button that adds it. */
  function setPoll(poll: PostForm['poll']): void {
    composed.change({ poll })
    if (!poll) return
    panel.closeSheet()
    setTimeout(() => formElement.current?.querySelector<HTMLElement>('.stoa-app-poll-option input')?.focus())
  }

  /** Shows the settings with the field of that name. */
  function showSetting(name: string): void {
    panel.open()
    setTimeout(() => formElement.current?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus())
  }
  const draftAlert = saving.error ? alertText(saving.error, { t: tAlert }) : ''
  const isOut = post !== null && isPublicPost(post.status)
  const refusal = kinds.isRefused ? t(kinds.lacksPoll ? 'create.type.pollOnly' : 'create.type.refused') : undefined
  return (
    <form
      ref={formElement}
      className="stoa-app-writing"
      noValidate
      onSubmit={(event) => void publish(event)}
      onKeyDown={keepFromPublishing}
      {...drops}
    >
      <ComposerPage
        backHref={isOut ? postPath(post) : communityPath(chosenCommunity)}
        heading={t(headingOf(post, composed.isResponse), { community: chosenCommunity.title })}
        status={
          <SaveStatus
            state={autosave.state}
            isUnsaved={autosave.isUnsaved}
            isBegun={post !== null}
            isAutomatic={isDraft && composed.viewer !== null && !composed.isGuest}
          />
        }
        actions={
          <ComposerButtons
            composed={composed}
            panel={panel}
            drafts={drafts}
            isRefused={kinds.isRefused}
            isOvertaken={isOvertaken}
            noticeId={noticeId}
            check={check}
          />
        }
        messages={
          <div className="stoa-app-writing-messages">
            <ComposerNotices
              composed={composed}
              community={chosenCommunity}
              drafts={drafts}
              refusal={refusal}
              id={noticeId}
            />
            {isDraft && !isOvertaken && <SaveProblem state={autosave.state} />}
            <UnfinishedFiles unfinished={unfinished} />
            {sending.alert && !isOvertaken && <Banner tone="danger">{sending.alert}</Banner>}
            {draftAlert && !isOvertaken && (
              <Banner tone="danger" title={t('create.draft.failed')}>
                {draftAlert}
              </Banner>
            )}
            {post && isOvertaken && <ComposerConflict composed={composed} post={post} />}
          </div>
        }
        panel={
          <ComposerPanel
            composed={composed}
            kinds={kinds}
            community={chosenCommunity}
            unfinished={unfinished.uploads}
            panel={panel}
            onPoll={setPoll}
          />
        }
      >
        {above}
        <ComposerFields
          composed={composed}
          kinds={kinds}
          community={chosenCommunity}
          uploads={uploads}
          unfinished={unfinished.uploads}
          error={problems.error}
          onPoll={setPoll}
          onSetting={showSetting}
        />
      </ComposerPage>
    </form>
  )
}

function headingOf(post: { status: number } | null, isResponse: boolean) {
  if (!post) return isResponse ? 'create.response' : 'create.title'
  return post.status === PostStatus.draft ? 'create.editDraft' : 'create.edit'
}

/** Enter in a field of one line would press the form's button. */
export function keepFromPublishing(event: KeyboardEvent): void {
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault()
}
