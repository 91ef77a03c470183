import { isInLanguage, type MenuLink, type MenuSubitem, menuLabel } from '@stoa/contract'
import { SegmentedControl, SelectField, useTranslate } from '@stoa/ui'
import { useState } from 'react'
import { MainMenu } from '../../../shell/main-menu/main-menu.tsx'
import { type Targets, targetKey } from './menu-names.ts'
import { itemsOf, type Rows } from './menu-tree.ts'
import { menuMessages } from './messages.ts'

const READERS = ['visitor', 'member', 'moderator', 'admin'] as const
type Reader = (typeof READERS)[number]
/** Which audiences a reader belongs to. */
const AUDIENCES: Record<Reader, readonly MenuSubitem['audience'][]> = {
  visitor: ['everyone', 'visitors'],
  member: ['everyone', 'members'],
  moderator: ['everyone', 'members', 'moderators'],
  admin: ['everyone', 'members', 'moderators', 'admins'],
}

/** The entries that a reader would see. */
function previewOf(
  rows: Rows,
  { reader, language, targets }: { reader: Reader; language: string; targets: Targets },
): MenuLink[] {
  const linkOf = (item: MenuSubitem) => {
    const { problem = 'missing', title = '', href = '' } = targets.get(targetKey(item)) ?? {}
    const isClosed = problem === 'missing' || (problem === 'hidden' && (reader === 'visitor' || reader === 'member'))
    const label = menuLabel(item, language) || title
    const isShown = AUDIENCES[reader].includes(item.audience) && isInLanguage(item, language)
    return isClosed || !isShown || label === ''
      ? []
      : [{ id: item.id, kind: item.kind, target: item.target, label, href }]
  }
  return itemsOf(rows).flatMap((item) => linkOf(item).map((link) => ({ ...link, items: item.items.flatMap(linkOf) })))
}

/** The menu as a reader will see it, in a wide window and on a phone. */
export function MenuPreview({ rows, targets, language }: { rows: Rows; targets: Targets; language: string }) {
  const t = useTranslate(menuMessages)
  const [width, setWidth] = useState<'desktop' | 'phone'>('desktop')
  const [reader, setReader] = useState<Reader>('visitor')
  const items = previewOf(rows, { reader, language, targets })
  return (
    <section className="stoa-app-menu-preview" aria-label={t('menu.preview')}>
      <div className="stoa-app-menu-bar">
        <h2>{t('menu.preview')}</h2>
        <SegmentedControl
          label={t('menu.preview.width')}
          options={(['desktop', 'phone'] as const).map((value) => ({ value, label: t(`menu.preview.${value}`) }))}
          value={width}
          onChoose={setWidth}
        />
      </div>
      <SelectField
        label={t('menu.preview.as')}
        options={READERS.map((value) => ({ value, label: t(`menu.preview.${value}`) }))}
        value={reader}
        onChange={(event) => setReader(event.currentTarget.value as Reader)}
      />
      <div className="stoa-app-menu-frame" data-width={width} lang={language}>
        <div className="stoa-app-menu-screen" inert>
          {items.length > 0 ? (
            <MainMenu items={items} address={items[0]?.href ?? '/'} />
          ) : (
            <p className="stoa-app-muted">{t('menu.preview.nothing')}</p>
          )}
        </div>
      </div>
    </section>
  )
}
