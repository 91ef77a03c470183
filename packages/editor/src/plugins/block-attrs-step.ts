import { Fragment, type Node, type Schema } from 'prosemirror-model'
import { type Mappable, Step, StepResult } from 'prosemirror-transform'

/** New values of some attributes of a top-level block. */
export interface BlockChange {
  position: number
  attrs: Readonly<Record<string, unknown>>
}

/**
 * Sets attributes of many top-level blocks at once. A step of ProseMirror's for each would copy the document's list of
 * blocks every time. It moves nothing.
 */
export class BlockAttrsStep extends Step {
  readonly #changes: readonly BlockChange[]

  /** `changes`: in the order of the document. */
  constructor(changes: readonly BlockChange[]) {
    super()
    this.#changes = changes
  }

  override apply(doc: Node): StepResult {
    const blocks = this.#changed(doc, (block, { attrs }) =>
      block.type.create({ ...block.attrs, ...attrs }, block.content, block.marks),
    )
    return blocks ? StepResult.ok(doc.copy(Fragment.fromArray(blocks))) : StepResult.fail('There is no such block.')
  }

  override invert(doc: Node): Step {
    const changes: BlockChange[] = []
    this.#changed(doc, (block, { position, attrs }) => {
      const former = Object.keys(attrs).map((name) => [name, block.attrs[name] as unknown] as const)
      changes.push({ position, attrs: Object.fromEntries(former) })
      return block
    })
    return new BlockAttrsStep(changes)
  }

  override map(mapping: Mappable): Step | null {
    const changes = this.#changes.flatMap(({ position, attrs }) => {
      const { pos, deletedAfter } = mapping.mapResult(position, 1)
      return deletedAfter ? [] : [{ position: pos, attrs }]
    })
    return changes.length === 0 ? null : new BlockAttrsStep(changes)
  }

  override toJSON(): object {
    return { stepType: 'blockAttrs', changes: this.#changes }
  }

  static override fromJSON(_schema: Schema, json: { changes: readonly BlockChange[] }): Step {
    return new BlockAttrsStep(json.changes)
  }

  /** All blocks with the changed ones replaced; null if a change is for none. */
  #changed(doc: Node, change: (block: Node, about: BlockChange) => Node): Node[] | null {
    let next = 0
    const blocks: Node[] = []
    doc.forEach((block, position) => {
      const about = this.#changes[next]
      if (about?.position !== position) {
        blocks.push(block)
        return
      }
      next += 1
      blocks.push(change(block, about))
    })
    return next === this.#changes.length ? blocks : null
  }
}

Step.jsonID('blockAttrs', BlockAttrsStep)
