import {
  type Community,
  isId,
  MENU_AUDIENCES,
  MENU_LABEL_MAX_LENGTH,
  type MenuSubitem,
  type MenuTarget,
  type PageSummary,
} from '@stoa/contract'
import { errorDetails } from '@stoa/store'
import { useStoa } from '@stoa/store/react'
import { Banner, Button, Checkbox, Dialog, LoadFailure, SelectField, TextField, useTranslate } from '@stoa/ui'
import { useCallback, useState } from 'react'
import { postAddressAt } from '../../../shell/post-address.ts'
import { useFormAction } from '../../../shell/use-form-action.ts'
import { useLoaded } from '../../settings/use-loaded.ts'
import { AddLanguage } from '../add-language.tsx'
import { menuMessages } from './messages.ts'

const KINDS = ['community', 'topic', 'post', 'page', 'link'] as const

interface ItemDialogProps {
  domain: string
  /** The item to edit; null: a new one. */
  item: MenuSubitem | null
  /** Languages of the menu, the domain's first. */
  languages: readonly string[]
  onDone: (item: MenuSubitem, targets: readonly MenuTarget[]) => void
  onClose: () => void
}

type Problem = { field: 'target' | 'label' | 'other'; text: string }

/** Adds or edits an item. The server says whether what it leads to is there. */
export function ItemDialog({ domain, item, languages: known, onDone, onClose }: ItemDialogProps) {
  const t = useTranslate(menuMessages)
  const { call } = useStoa().client
  const attempt = useFormAction()
  const [kind, setKind] = useState<MenuSubitem['kind']>(item?.kind ?? 'community')
  const [target, setTarget] = useState(item?.target ?? '')
  const [labels, setLabels] = useState<Readonly<Record<string, string>>>(item?.labels ?? {})
  const [audience, setAudience] = useState(item?.audience ?? 'everyone')
  const [shownIn, setShownIn] = useState<readonly string[]>(item?.languages ?? [])
  const [languages, setLanguages] = useState(known)
  const [problem, setProblem] = useState<Problem | null>(null)
  const loadCommunities = useCallback(async () => (await call('communityList', { limit: 100 })).items, [call])
  const {
    value: communities,
    failed: isWithoutCommunities,
    reload: reloadCommunities,
  } = useLoaded<readonly Community[]>(loadCommunities)

  const loadPages = useCallback(async () => (await call('pageList', { domainName: domain })).items, [call, domain])
  const { value: pages, failed: isWithoutPages, reload: reloadPages } = useLoaded<readonly PageSummary[]>(loadPages)

  function choose(next: MenuSubitem['kind']): void {
    setKind(next)
    setTarget('')
    setProblem(null)
  }

  async function done(): Promise<void> {
    if (attempt.busy) return
    setProblem(null)
    if (target.trim() === '') return setProblem({ field: 'target', text: t('menu.dialog.target.bad') })
    const given = Object.entries(labels).flatMap(([tag, label]) => (label.trim() === '' ? [] : [[tag, label.trim()]]))
    if (kind === 'link' && given.length === 0) return setProblem({ field: 'label', text: t('menu.dialog.label.bad') })
    await attempt.run(async () => {
      const id = kind === 'post' ? await postAt(target.trim()) : target.trim()
      if (id === 'missing') return setProblem({ field: 'target', text: t('menu.dialog.notFound') })
      if (id === 'bad') return setProblem({ field: 'target', text: t('menu.dialog.post.bad') })
      const made = {
        id: item?.id ?? crypto.randomUUID().slice(0, 13),
        kind,
        target: id,
        labels: Object.fromEntries(given) as Record<string, string>,
        audience,
        languages: [...shownIn],
      }
      try {
        const checked = await call('menuCheck', { name: domain, items: [made] })
        const [{ items: _, ...stored } = { ...made, items: [] }] = checked.items
        onDone(stored, checked.targets)
      } catch (error) {
        const [issue] = errorDetails(error, t).issues
        if (!issue) throw error
        setProblem({ field: issue.field.endsWith('target') ? 'target' : 'other', text: issue.message })
      }
    })
  }

  /** The id of the post at an address; `bad` if it isn’t one of a post, `missing` if there is no such post. */
  async function postAt(text: string): Promise<string> {
    if (isId(text)) return text
    const address = postAddressAt(text, window.location.origin)
    if (!address) return 'bad'
    return call('postGet', address).then(
      ({ post }) => post.id,
      (error: unknown) => {
        if (errorDetails(error).code !== 'POST_NOT_FOUND') throw error
        return 'missing'
      },
    )
  }

  const targetProblem = problem?.field === 'target' ? problem.text : undefined
  return (
    <Dialog
      open
      title={t(item ? 'menu.dialog.edit' : 'menu.dialog.add')}
      onClose={onClose}
      actions={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t('menu.dialog.cancel')}
          </Button>
          <Button variant="primary" busy={attempt.busy} onClick={() => void done()}>
            {t('menu.dialog.done')}
          </Button>
        </>
      }
    >
      <form
        className="stoa-settings-fields"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void done()
        }}
      >
        <SelectField
          label={t('menu.dialog.kind')}
          options={KINDS.map((value) => ({ value, label: t(`menu.kind.${value}`) }))}
          value={kind}
          onChange={(event) => choose(event.currentTarget.value as MenuSubitem['kind'])}
        />
        {(kind === 'community' || kind === 'topic') && isWithoutCommunities && (
          <LoadFailure onRetry={reloadCommunities}>{t('menu.dialog.communities.failed')}</LoadFailure>
        )}
        {kind === 'page' && isWithoutPages && (
          <LoadFailure onRetry={reloadPages}>{t('menu.dialog.pages.failed')}</LoadFailure>
        )}
        {kind === 'community' && (
          <SelectField
            label={t('menu.kind.community')}
            error={targetProblem}
            options={withChoice(
              t('menu.dialog.choose'),
              (communities ?? []).map(({ tokenName, title }) => ({ value: tokenName, label: title })),
              target,
            )}
            value={target}
            onChange={(event) => setTarget(event.currentTarget.value)}
          />
        )}
        {kind === 'page' && (
          <SelectField
            label={t('menu.kind.page')}
            error={targetProblem}
            options={withChoice(
              t('menu.dialog.choose'),
              (pages ?? []).map(({ id, title }) => ({ value: id, label: title })),
              target,
            )}
            value={target}
            onChange={(event) => setTarget(event.currentTarget.value)}
          />
        )}
        {kind === 'topic' && (
          <SelectField
            label={t('menu.kind.topic')}
            error={targetProblem}
            options={withChoice(
              t('menu.dialog.choose'),
              (communities ?? []).flatMap(({ title, activeFlairs }) =>
                activeFlairs.map(({ id, name }) => ({ value: id, label: `${title}: ${name}` })),
              ),
              target,
            )}
            value={target}
            onChange={(event) => setTarget(event.currentTarget.value)}
          />
        )}
        {(kind === 'post' || kind === 'link') && (
          <TextField
            label={t(kind === 'post' ? 'menu.dialog.post' : 'menu.dialog.address')}
            hint={kind === 'link' ? t('menu.dialog.address.hint') : undefined}
            error={targetProblem}
            value={target}
            maxLength={2000}
            dir="ltr"
            autoCapitalize="none"
            spellCheck={false}
            onChange={(event) => setTarget(event.currentTarget.value)}
          />
        )}
        {languages.map((tag, index) => (
          <TextField
            key={tag}
            label={t('menu.dialog.label', { language: tag })}
            hint={kind !== 'link' && index === 0 ? t('menu.dialog.label.hint') : undefined}
            error={problem?.field === 'label' && index === 0 ? problem.text : undefined}
            value={labels[tag] ?? ''}
            lang={tag}
            maxLength={MENU_LABEL_MAX_LENGTH}
            onChange={(event) => setLabels({ ...labels, [tag]: event.currentTarget.value })}
          />
        ))}
        <AddLanguage onAdd={(tag) => !languages.includes(tag) && setLanguages([...languages, tag])} />
        <SelectField
          label={t('menu.dialog.audience')}
          options={MENU_AUDIENCES.map((value) => ({ value, label: t(`menu.audience.${value}`) }))}
          value={audience}
          onChange={(event) => setAudience(event.currentTarget.value as MenuSubitem['audience'])}
        />
        {languages.length > 1 && (
          <fieldset className="stoa-app-domain-providers">
            <legend className="stoa-field-label">{t('menu.dialog.languages')}</legend>
            {languages.map((tag) => (
              <Checkbox
                key={tag}
                label={tag}
                checked={shownIn.length === 0 || shownIn.includes(tag)}
                onChange={(event) => setShownIn(toggled(tag, event.currentTarget.checked))}
              />
            ))}
          </fieldset>
        )}
        {problem?.field === 'other' && <Banner tone="danger">{problem.text}</Banner>}
        {!problem && attempt.problem !== '' && <Banner tone="danger">{attempt.problem}</Banner>}
        {/* Enter needs a submit button, even a hidden one. */}
        <button type="submit" hidden>
          {t('menu.dialog.done')}
        </button>
      </form>
    </Dialog>
  )

  /** All languages are none in particular; one always stays. */
  function toggled(tag: string, isChosen: boolean): readonly string[] {
    const all = shownIn.length === 0 ? languages : shownIn
    const next = isChosen ? [...all, tag] : all.filter((one) => one !== tag)
    return next.length === 0 ? all : languages.every((one) => next.includes(one)) ? [] : next
  }
}

/** Options after the request to choose one. A value that isn't among them is kept. */
function withChoice(choose: string, options: readonly { value: string; label: string }[], value: string) {
  const isKnown = value === '' || options.some((option) => option.value === value)
  return [{ value: '', label: choose }, ...(isKnown ? [] : [{ value, label: value }]), ...options]
}
