// How does a screen get what it shows? Loaded when it is come to, again when asked; what it had stays while it asks.

import { useFocusEffect } from "expo-router";
import { useCallback, useRef, useState } from "react";
import { isAbort } from "@/api/problem";

export type Loaded<T> = {
  value: T | null;
  error: unknown;
  loading: boolean;
  again(): void;
  /** What an act has answered: shown until it is loaded again. */
  become(value: T): void;
};

/** `load` has to be the same function until something that it depends on changes; left, it is aborted. */
export function useLoaded<T>(load: (signal: AbortSignal) => Promise<T>): Loaded<T> {
  const [state, setState] = useState<{ value: T | null; error: unknown; loading: boolean }>({
    value: null,
    error: null,
    loading: true,
  });
  const asking = useRef<AbortController | null>(null);

  const again = useCallback(() => {
    asking.current?.abort();
    const mine = new AbortController();
    asking.current = mine;
    setState((before) => ({ ...before, loading: true }));
    load(mine.signal).then(
      (value) => mine.signal.aborted || setState({ value, error: null, loading: false }),
      (error: unknown) => {
        if (!mine.signal.aborted && !isAbort(error)) setState((before) => ({ ...before, error, loading: false }));
      },
    );
  }, [load]);

  useFocusEffect(
    useCallback(() => {
      again();
      return () => asking.current?.abort();
    }, [again]),
  );

  const become = useCallback((value: T) => setState({ value, error: null, loading: false }), []);
  return { ...state, again, become };
}
