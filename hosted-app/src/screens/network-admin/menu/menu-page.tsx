import './menu.css'
import type { DomainMenu, DomainSummary, MenuSubitem, MenuTarget } from '@stoa/contract'
import { draftKey, errorDetails } from '@stoa/store'
import { useDraft, useStoa, useViewer } from '@stoa/store/react'
import { Banner, Button, LoadFailure, PlusIcon, RelativeTime, SelectField, Skeleton, useTranslate } from '@stoa/ui'
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useHostedApp } from '../../../hosted-app.ts'
import { MENU_EDITOR_PATH } from '../../../paths.ts'
import { NotFound } from '../../../shell/not-found.tsx'
import { DraftForm } from '../../../shell/save-bar.tsx'
import { useFormAction } from '../../../shell/use-form-action.ts'
import { useLoaded } from '../../settings/use-loaded.ts'
import { ItemDialog } from './item-dialog.tsx'
import { ExportDialog, ImportDialog } from './menu-json.tsx'
import { MenuList } from './menu-list.tsx'
import { nameOf, type Targets, targetsOf } from './menu-names.ts'
import { MenuPreview } from './menu-preview.tsx'
import { changedIds, firstMenu, itemsOf, joinRows, putItem, type Rows, rowsOf } from './menu-tree.ts'
import { menuMessages } from './messages.ts'

/** Edits the main menu of a domain; without a name, of the viewer's first one. */
export function MenuPage({ name }: { name: string | undefined }) {
  const t = useTranslate(menuMessages)
  const { call } = useStoa().client
  const load = useCallback(async () => {
    const domains = (await call('domainList', {})).items
    const domain = domains.find((one) => one.name === (name ?? domains[0]?.name))
    return { domains, menu: domain ? (await call('menuGet', { name: domain.name })).menu : null }
  }, [call, name])
  const { value, failed, reload } = useLoaded<{ domains: readonly DomainSummary[]; menu: DomainMenu | null }>(load)
  if (failed) return <LoadFailure onRetry={reload}>{t('menu.failed')}</LoadFailure>
  if (!value) return <Skeleton lines={8} />
  return value.menu ? <Editor key={value.menu.name} domains={value.domains} menu={value.menu} /> : <NotFound />
}

function Editor({ domains, menu: first }: { domains: readonly DomainSummary[]; menu: DomainMenu }) {
  const t = useTranslate(menuMessages)
  const { call } = useStoa().client
  const { toasts } = useHostedApp()
  const navigate = useNavigate()
  const attempt = useFormAction()
  const viewerId = useViewer()?.id ?? ''
  const [draft, setDraft] = useDraft(draftKey(viewerId, `menu ${first.name}`))
  const [start] = useState(() => firstMenu(draft, first))
  const [menu, setMenu] = useState(start.menu)
  const [rows, setRows] = useState<Rows>(start.rows)
  const [targets, setTargets] = useState<Targets>(() => targetsOf([...start.targets, ...first.targets]))
  const [language, setLanguage] = useState(first.language)
  /** What somebody else has saved meanwhile. */
  const [theirs, setTheirs] = useState(start.theirs)
  const conflict = useRef<HTMLDivElement>(null)
  const [dialog, setDialog] = useState<'import' | 'export' | { item: MenuSubitem | null } | null>(null)
  const saved = rowsOf(menu.items)
  const changed = changedIds(saved, rows)
  const languages = languagesOf(menu.language, rows)
  const { revision, items } = menu
  const kept =
    changed.length > 0 ? JSON.stringify({ base: { revision, items }, rows, targets: [...targets.values()] }) : ''
  useEffect(() => setDraft(kept), [setDraft, kept])

  function change(to: Rows): void {
    attempt.reset()
    setRows(to)
  }
  function learn(found: readonly MenuTarget[]): void {
    setTargets((before) => new Map([...before, ...targetsOf(found)]))
  }
  function accept(now: DomainMenu, to: Rows): void {
    setMenu(now)
    setRows(to)
    learn(now.targets)
    setTheirs(null)
    attempt.reset()
  }
  async function save(): Promise<boolean> {
    if (theirs) {
      conflict.current?.focus()
      return false
    }
    return attempt.run(async () => {
      try {
        const { menu: now } = await call('menuSave', {
          name: menu.name,
          revision: menu.revision,
          items: itemsOf(rows),
        })
        setMenu(now)
        // What was changed meanwhile stays.
        setRows((mine) => joinRows(rows, mine, rowsOf(now.items)))
        learn(now.targets)
        toasts.show({ text: t('menu.saved'), tone: 'success' })
      } catch (error) {
        const current = (error as { details?: { menu?: DomainMenu } }).details?.menu
        if (errorDetails(error).code === 'EDIT_CONFLICT' && current) {
          learn(current.targets)
          setTheirs(current)
        }
        throw error
      }
    })
  }
  const labelOf = (id: string) => {
    const row = [...rows, ...saved].find(({ item }) => item.id === id)
    return row ? nameOf(row.item, targets, language) : id
  }
  // The server's own words are shown if there are any.
  const hasWords = !['', 'NETWORK', 'INTERNAL'].includes(attempt.code)
  const problem = attempt.problem === '' || hasWords ? attempt.problem : t('menu.saveFailed')
  return (
    <>
      <DraftForm
        label={t('menu.title')}
        className="stoa-app-menu-editor"
        changes={changed.map(labelOf)}
        attempt={{ busy: attempt.busy, problem: theirs ? '' : problem }}
        onSave={save}
        isKept
        onDiscard={() => {
          setDraft('')
          accept(theirs ?? menu, rowsOf((theirs ?? menu).items))
        }}
      >
        <header className="stoa-app-menu-bar">
          <h2>{t('menu.title')}</h2>
          {domains.length > 1 && (
            <SelectField
              label={t('menu.domain')}
              hideLabel
              options={domains.map(({ name, displayName }) => ({ value: name, label: displayName }))}
              value={menu.name}
              onChange={(event) => void navigate(`${MENU_EDITOR_PATH}/${event.currentTarget.value}`)}
            />
          )}
          {languages.length > 1 && (
            <SelectField
              label={t('menu.language')}
              hideLabel
              options={languages.map((value) => ({ value, label: value }))}
              value={language}
              onChange={(event) => setLanguage(event.currentTarget.value)}
            />
          )}
        </header>
        <p className="stoa-app-muted">{t('menu.text')}</p>
        <div className="stoa-app-menu-columns">
          <div className="stoa-app-menu-column">
            {theirs && (
              <Conflict
                theirs={theirs}
                group={conflict}
                mine={rows}
                nameOf={(item) => nameOf(item, targets, language)}
                onJoin={() => accept(theirs, joinRows(saved, rows, rowsOf(theirs.items)))}
                onKeep={() => accept(theirs, rows)}
                onTake={() => accept(theirs, rowsOf(theirs.items))}
              />
            )}
            {rows.length === 0 && <p className="stoa-app-muted">{t('menu.empty')}</p>}
            <MenuList
              rows={rows}
              targets={targets}
              language={language}
              onChange={change}
              onEdit={(item) => setDialog({ item })}
            />
            <div className="stoa-app-menu-bar">
              <Button icon={<PlusIcon />} onClick={() => setDialog({ item: null })}>
                {t('menu.add')}
              </Button>
              <Button variant="quiet" onClick={() => setDialog('import')}>
                {t('menu.import')}
              </Button>
              <Button variant="quiet" onClick={() => setDialog('export')}>
                {t('menu.export')}
              </Button>
            </div>
            {menu.savedAt !== null && (
              <p className="stoa-app-muted">
                {t.rich('menu.saved.by', {
                  author: <bdi>{menu.author}</bdi>,
                  time: <RelativeTime value={menu.savedAt} />,
                })}
              </p>
            )}
          </div>
          <MenuPreview rows={rows} targets={targets} language={language} />
        </div>
      </DraftForm>
      {/* Not within the form, which Enter would save. */}
      {dialog === 'import' && (
        <ImportDialog
          domain={menu.name}
          onImport={(checked) => {
            learn(checked.targets)
            change(rowsOf(checked.items))
            setDialog(null)
          }}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === 'export' && <ExportDialog items={itemsOf(rows)} onClose={() => setDialog(null)} />}
      {dialog !== null && typeof dialog === 'object' && (
        <ItemDialog
          domain={menu.name}
          item={dialog.item}
          languages={languages}
          onDone={(item, found) => {
            learn(found)
            change(putItem(rows, item))
            setDialog(null)
          }}
          onClose={() => setDialog(null)}
        />
      )}
    </>
  )
}

interface ConflictProps {
  theirs: DomainMenu
  mine: Rows
  /** The group, to focus it. */
  group: RefObject<HTMLDivElement | null>
  nameOf: (item: MenuSubitem) => string
  onJoin: () => void
  onKeep: () => void
  onTake: () => void
}

/** Both sides of a conflict. */
function Conflict({ theirs, mine, group, nameOf: name, onJoin, onKeep, onTake }: ConflictProps) {
  const t = useTranslate(menuMessages)
  useEffect(() => group.current?.focus(), [group])
  const side = (title: string, rows: Rows) => (
    <div>
      <h3>{title}</h3>
      <ul>
        {rows.map(({ item, depth }) => (
          <li key={item.id} data-depth={depth}>
            {name(item)}
          </li>
        ))}
      </ul>
    </div>
  )
  return (
    <div ref={group} role="group" tabIndex={-1} aria-label={t('menu.conflict.title')}>
      <Banner tone="warning" title={t('menu.conflict.title')}>
        <p>{t('menu.conflict.text')}</p>
        <div className="stoa-app-menu-sides">
          {side(t('menu.conflict.theirs', { author: theirs.author }), rowsOf(theirs.items))}
          {side(t('menu.conflict.mine'), mine)}
        </div>
        <div className="stoa-settings-ways">
          <Button size="s" onClick={onJoin}>
            {t('menu.conflict.join')}
          </Button>
          <Button size="s" onClick={onKeep}>
            {t('menu.conflict.keep')}
          </Button>
          <Button size="s" onClick={onTake}>
            {t('menu.conflict.take')}
          </Button>
        </div>
      </Banner>
    </div>
  )
}

/** The languages of a menu, the domain's first. */
function languagesOf(own: string, rows: Rows): string[] {
  const used = rows.flatMap(({ item }) => [...Object.keys(item.labels), ...item.languages])
  return [...new Set([own, ...used])]
}
