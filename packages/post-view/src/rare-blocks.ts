/** Blocks that most posts don't have. Their code loads with the first post that needs it. */
export { AudioBlock } from './blocks/audio-block.tsx'
export { CodeBlock } from './blocks/code-block.tsx'
export { EmbedBlock } from './blocks/embed-block.tsx'
export { LinkCard } from './blocks/link-card.tsx'
export { TableBlock } from './blocks/table-block.tsx'
export { VideoBlock } from './blocks/video-block.tsx'
