import type { Translate } from '@stoa/ui'
import type { editorMessages } from './messages.ts'

type T = Translate<typeof editorMessages>

/** Accessible names of editable fields, by the class of the block's element. */
const FIELDS = [
  ['.ce-paragraph', 'editor.text'],
  ['.ce-header', 'editor.heading'],
  ['.cdx-list__item-content', 'editor.list.item'],
] as const

/** These have one direction for the whole block. Marks and lines are at its start. */
const ONE_DIRECTION = '.ce-block__content > .cdx-list, .cdx-quote, .cdx-warning'

/**
 * Adds names and roles to the elements of Editor.js, whose buttons are plain divs, as they appear. Announces the menu
 * entry selected by arrow keys, because focus doesn't move, and scrolls to menus that open outside the window.
 */
export function addAccessibleNames(holder: HTMLElement, t: T, announce: (text: string) => void): () => void {
  const dress = (root: ParentNode) => {
    for (const control of root.querySelectorAll<HTMLElement>('.ce-toolbar__plus, .ce-toolbar__settings-btn')) {
      const isPlus = control.classList.contains('ce-toolbar__plus')
      asButton(control, t(isPlus ? 'editor.add' : 'editor.settings'))
      control.setAttribute('aria-haspopup', 'menu')
    }
    for (const field of root.querySelectorAll<HTMLElement>('[contenteditable="true"]')) nameField(field, t)
    for (const box of root.querySelectorAll<HTMLElement>(ONE_DIRECTION)) box.dir = 'auto'
    for (const search of root.querySelectorAll('.cdx-search-field__input')) {
      search.setAttribute('aria-label', t('editor.search'))
    }
    for (const first of root.querySelectorAll('.cdx-list-start-with-field__input')) {
      first.setAttribute('aria-label', t('editor.list.start'))
      first.setAttribute('inputmode', 'numeric')
    }
    for (const box of root.querySelectorAll<HTMLElement>('.cdx-list__checkbox')) asCheckbox(box, t)
    for (const item of root.querySelectorAll<HTMLElement>('.ce-popover-item')) nameItem(item)
    for (const bar of root.querySelectorAll('.ce-inline-toolbar')) {
      bar.setAttribute('role', 'toolbar')
      bar.setAttribute('aria-label', t('editor.toolbar'))
    }
  }

  const observer = new MutationObserver((records) => {
    for (const { type, target, addedNodes } of records) {
      if (type === 'attributes') {
        const item = target as HTMLElement
        if (item.matches('.cdx-list__checkbox')) markChecked(item)
        if (item.classList.contains('ce-popover-item--focused')) announce(item.textContent.trim())
        // Editor.js opens menus downwards near the start of a document, even where the window ends.
        if (item.classList.contains('ce-popover--opened')) {
          item.querySelector('.ce-popover__container')?.scrollIntoView({ block: 'nearest' })
        }
        continue
      }
      for (const node of addedNodes) {
        if (!(node instanceof HTMLElement)) continue
        dress(node)
        if (node.contentEditable === 'true') nameField(node, t)
        if (node.matches(ONE_DIRECTION)) node.dir = 'auto'
        if (node.matches('.ce-popover-item')) nameItem(node)
        if (node.matches('.cdx-list__checkbox')) asCheckbox(node, t)
      }
    }
  })
  dress(holder)
  observer.observe(holder, { childList: true, subtree: true, attributes: true, attributeFilter: ['class'] })
  return () => observer.disconnect()
}

function nameField(field: HTMLElement, t: T): void {
  const entry = FIELDS.find(([selector]) => field.matches(selector))
  if (!field.hasAttribute('aria-label')) {
    field.setAttribute('aria-label', entry ? t(entry[1]) : (field.dataset.placeholder ?? t('editor.text')))
  }
  if (!field.hasAttribute('dir') && !field.closest(ONE_DIRECTION)) field.dir = 'auto'
  // Headings keep their role. Everything else becomes a text box.
  if (field.matches('h1, h2, h3, h4, h5, h6')) return
  field.setAttribute('role', 'textbox')
  field.setAttribute('aria-multiline', 'true')
}

function nameItem(item: HTMLElement): void {
  if (item.localName !== 'button') item.setAttribute('role', 'button')
  if (item.textContent.trim() === '' && item.dataset.itemName) item.setAttribute('aria-label', item.dataset.itemName)
}

/** The checkbox of a checklist item. */
function asCheckbox(box: HTMLElement, t: T): void {
  if (box.getAttribute('role') === 'checkbox') return
  box.setAttribute('role', 'checkbox')
  box.setAttribute('aria-label', t('editor.list.tick'))
  markChecked(box)
  if (box.classList.contains('cdx-list__checkbox-check--disabled')) {
    box.setAttribute('aria-disabled', 'true')
    return
  }
  box.tabIndex = 0
  box.addEventListener('keydown', (event) => {
    if (event.key !== ' ') return
    event.preventDefault()
    event.stopPropagation()
    box.click()
  })
}

function markChecked(box: HTMLElement): void {
  box.setAttribute('aria-checked', String(box.classList.contains('cdx-list__checkbox--checked')))
}

function asButton(box: HTMLElement, label: string): void {
  if (box.getAttribute('role') === 'button') return
  box.setAttribute('role', 'button')
  box.setAttribute('aria-label', label)
  box.tabIndex = 0
  box.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' && event.key !== ' ') return
    event.preventDefault()
    event.stopPropagation()
    // Some listen to mousedown, others to click.
    for (const type of ['mousedown', 'mouseup', 'click']) box.dispatchEvent(new MouseEvent(type, { bubbles: true }))
  })
}
