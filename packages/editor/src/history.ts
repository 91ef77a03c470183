import type EditorJS from '@editorjs/editorjs'
import type { EditorBlock } from './block-conversion.ts'

/** Maximum number of undo steps. Unchanged blocks are the same objects in all of them. */
const STEPS_MAX = 200

type State = readonly EditorBlock[]

/** Undo and redo across blocks: records states of the document, and returns the editor to one of them. */
export function createHistory(editor: EditorJS) {
  let past: State[] = []
  let present: State = []
  let future: State[] = []

  /** Changes the editor to a state by updating only different blocks. */
  async function show(target: State): Promise<void> {
    const { blocks } = editor
    const before = new Map(present.map((block) => [block.id, block]))
    let changed: number | null = null
    for (const [index, block] of target.entries()) {
      const old = before.get(block.id)
      const at = block.id === undefined ? -1 : (blocks.getBlockIndex(block.id) ?? -1)
      if (old && at >= 0 && old.type === block.type) {
        if (at !== index) blocks.move(index, at)
        if (old === block || JSON.stringify(old.data) === JSON.stringify(block.data)) continue
        await blocks.update(block.id as string, block.data)
      } else {
        if (at >= 0) blocks.delete(at)
        blocks.insert(block.type, block.data, undefined, index, false, false, block.id)
      }
      changed = index
    }
    for (let index = blocks.getBlocksCount() - 1; index >= target.length; index -= 1) blocks.delete(index)
    const last = Math.max(0, Math.min(changed ?? target.length - 1, blocks.getBlocksCount() - 1))
    editor.caret.setToBlock(last, 'end')
  }

  async function step(from: State[], to: State[]): Promise<boolean> {
    const target = from.pop()
    if (!target) return false
    to.push(present)
    await show(target)
    present = target
    return true
  }

  return {
    /** Starts with a state that can't be undone. */
    begin(state: State): void {
      past = []
      future = []
      present = state
    },
    /** Records a state if it is new. */
    record(state: State): void {
      if (isSame(state, present)) return
      past = [...past.slice(1 - STEPS_MAX), present]
      future = []
      present = state
    },
    /** Call after undo or redo, as tools may represent a state differently than it was recorded. */
    settle(state: State): void {
      present = state
    },
    undo: () => step(past, future),
    redo: () => step(future, past),
  }
}

function isSame(one: State, other: State): boolean {
  return (
    one.length === other.length &&
    one.every((block, index) => {
      const same = other[index]
      return (
        block === same ||
        (block.id === same?.id &&
          block.type === same?.type &&
          JSON.stringify(block.data) === JSON.stringify(same?.data))
      )
    })
  )
}
