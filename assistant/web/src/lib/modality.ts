/** Whether the last input was an arrow key: arrows walk through radio buttons, they do not yet answer a question. */

let arrow = false;

addEventListener('keydown', (event) => (arrow = event.key.startsWith('Arrow')), { capture: true });
addEventListener('pointerdown', () => (arrow = false), { capture: true });

export const steppedByArrow = (): boolean => arrow;
