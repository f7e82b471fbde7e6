/** How deep elements may be nested: deeper than in any drawing, and where many readers of XML stop. */
export const MAX_SVG_DEPTH = 256
