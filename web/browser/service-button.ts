import { selectorOf } from './marks.ts';

export interface ScreenBox {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** A position as shares of the free room, 0 to 1, so that it fits other screens. */
export interface Place {
  readonly x: number;
  readonly y: number;
}

const storageKey = 'service-button';
const keyStepPx = 16;
const dragStartsPx = 6;
const gapPx = 8;

const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Converts a position to a share of the free room, limited to 0 to 1 so that it is on the screen. */
export function shareOf(positionPx: number, roomPx: number): number {
  return roomPx > 0 ? Math.min(1, Math.max(0, positionPx / roomPx)) : 0;
}

export function readPlace(text: string | null): Place | null {
  const [x, y] = (text ?? '').split(' ').map(Number);
  const isShare = (share: number | undefined) => share !== undefined && share >= 0 && share <= 1;
  return text && isShare(x) && isShare(y) ? { x: x ?? 0, y: y ?? 0 } : null;
}

/** The nearest top, 0 to `roomPx`, at which the box covers no code or figure; the box's own top if there is none. */
export function clearTop(box: ScreenBox, codes: readonly ScreenBox[], roomPx: number): number {
  const beside = codes.filter(({ left, width }) => left < box.left + box.width && left + width > box.left);
  const covers = (top: number) =>
    beside.some((code) => code.top < top + box.height && code.top + code.height > top);
  const tops = [
    box.top,
    ...beside.flatMap(({ top, height }) => [top - box.height - gapPx, top + height + gapPx]),
  ];
  const clear = tops.filter((top) => top >= 0 && top <= roomPx && !covers(top));
  clear.sort((a, b) => Math.abs(a - box.top) - Math.abs(b - box.top));
  return clear[0] ?? box.top;
}

/**
 * Makes the help button draggable and movable by arrow keys, keeps it on the screen and off codes and figures, and stores its
 * place (DELAY-2). Its hint's id ends in `-hint`.
 */
export function serviceButton(button: HTMLElement): void {
  let place = readStoredPlace();
  button.setAttribute('aria-describedby', `${button.id}-hint`);
  let grip: { readonly x: number; readonly y: number } | null = null;
  let wasDragged = false;

  const room = () => ({
    x: document.documentElement.clientWidth - button.offsetWidth,
    y: window.innerHeight - button.offsetHeight,
  });
  const show = () => {
    const { x, y } = room();
    if (!place) return;
    const { offsetWidth: width, offsetHeight: height } = button;
    const [left, savedTop] = [place.x * x, place.y * y];
    const codes = [...document.querySelectorAll(`code,.num,${selectorOf('copy')}`)]
      .map((code) => code.getBoundingClientRect())
      .filter((box) => box.height > 0);
    const top = clearTop({ left, top: savedTop, width, height }, codes, y);
    Object.assign(button.style, { position: 'fixed', left: `${left}px`, top: `${top}px` });
  };
  const moveTo = (left: number, top: number) => {
    const { x, y } = room();
    place = { x: shareOf(left, x), y: shareOf(top, y) };
    show();
  };
  const letGo = () => {
    grip = null;
    if (place) remember(place);
  };
  button.addEventListener('pointerdown', (event) => {
    const { left, top } = button.getBoundingClientRect();
    grip = { x: event.clientX - left, y: event.clientY - top };
    wasDragged = false;
    button.setPointerCapture(event.pointerId);
  });
  button.addEventListener('pointermove', (event) => {
    if (!grip) return;
    const { left, top } = button.getBoundingClientRect();
    const [toLeft, toTop] = [event.clientX - grip.x, event.clientY - grip.y];
    if (!wasDragged && Math.hypot(toLeft - left, toTop - top) < dragStartsPx) return;
    wasDragged = true;
    moveTo(toLeft, toTop);
  });
  button.addEventListener('pointerup', letGo);
  button.addEventListener('pointercancel', letGo);
  button.addEventListener('click', (event) => {
    if (wasDragged) event.preventDefault();
    wasDragged = false;
  });
  button.addEventListener('keydown', (event) => {
    const arrow = arrows[event.key];
    if (!arrow) return;
    event.preventDefault();
    const { left, top } = button.getBoundingClientRect();
    moveTo(left + arrow[0] * keyStepPx, top + arrow[1] * keyStepPx);
    letGo();
  });
  addEventListener('resize', show);
  addEventListener('scroll', show, { passive: true });
  show();
}

/** Null if nothing is stored or storage is blocked; the button then stays where the page puts it. */
function readStoredPlace(): Place | null {
  try {
    return readPlace(localStorage.getItem(storageKey));
  } catch {
    return null;
  }
}

function remember({ x, y }: Place): void {
  try {
    localStorage.setItem(storageKey, `${x} ${y}`);
  } catch {}
}
