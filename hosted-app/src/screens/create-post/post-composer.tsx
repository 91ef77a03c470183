import type { Community } from '@stoa/contract'
import { alertMessages, alertText, type StoredPost } from '@stoa/store'
import { useCommunity, useStoa } from '@stoa/store/react'
import { Banner, useTranslate } from '@stoa/ui'
import { type FormEvent, useEffect, useRef } from 'react'
import { ComposerEnd } from './composer-buttons.tsx'
import { ComposerConflict } from './composer-conflict.tsx'
import { ComposerFields } from './fields/composer-fields.tsx'
import { createPostMessages } from './messages.ts'
import { UnfinishedFiles } from './unfinished-files.tsx'
import { useComposedPost } from './use-composed-post.ts'
import { useProblems } from './use-form-problems.ts'
import { usePostKinds } from './use-post-kinds.ts'
import { useEditorUploads } from './use-post-uploads.ts'
import { useUnfinished } from './use-unfinished-files.ts'

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
export function PostComposer({ community, post: initialPost, parentPostId = null, onCommunity }: PostComposerProps) {
  const t = useTranslate(createPostMessages)
  const tAlert = useTranslate(alertMessages)
  const stoa = useStoa()
  const composed = useComposedPost(community.tokenName, initialPost, parentPostId)
  const { post, draft, autosave, sending, saving, isDraft, isOvertaken } = composed
  const { form } = draft
  const chosenCommunity = useCommunity(form.tokenName) ?? community
  const kinds = usePostKinds(composed, chosenCommunity)
  const uploads = useEditorUploads({ isResponse: composed.isResponse })
  const unfinished = useUnfinished()
  const formElement = useRef<HTMLFormElement>(null)
  const problems = useProblems(form, {
    topics: chosenCommunity.activeFlairs,
    now: isDraft ? stoa.clock() : 0,
    formElement,
  })
  useEffect(() => onCommunity?.(form.tokenName), [onCommunity, form.tokenName])
  /** Whether it can be published. Otherwise shows why not. */
  const check = () => {
    const hasAllFiles = unfinished.check()
    return problems.check() && hasAllFiles
  }

  async function publish(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (!check()) return
    const saved = autosave.current()
    // Once there is a draft, its community and kind are used.
    const isElsewhere = saved && (saved.tokenName !== form.tokenName || saved.kind !== form.kind)
    if (!(await saving.run(isElsewhere ? autosave.force : autosave.settle))) return
    await composed.send(autosave.current(), draft.latest().revision)
  }
  const draftAlert = saving.error ? alertText(saving.error, { t: tAlert }) : ''
  return (
    <form ref={formElement} className="stoa-app-form" noValidate onSubmit={(event) => void publish(event)}>
      <ComposerFields
        composed={composed}
        kinds={kinds}
        community={chosenCommunity}
        uploads={uploads}
        unfinished={unfinished.uploads}
        error={problems.error}
        formElement={formElement}
      />
      {kinds.isRefused && (
        <Banner tone="info">{t(kinds.lacksPoll ? 'create.type.pollOnly' : 'create.type.refused')}</Banner>
      )}
      <UnfinishedFiles uploads={unfinished.visibleFiles} isUploading={unfinished.isUploading} />
      {sending.alert && <Banner tone="danger">{sending.alert}</Banner>}
      {draftAlert && (
        <Banner tone="danger" title={t('create.draft.failed')}>
          {draftAlert}
        </Banner>
      )}
      {post && isOvertaken ? (
        <ComposerConflict composed={composed} post={post} />
      ) : (
        <ComposerEnd composed={composed} isRefused={kinds.isRefused} check={check} />
      )}
    </form>
  )
}
