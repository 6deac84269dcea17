/** Reads bar codes with the camera: the same code again after a pause only. */
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { createDetector, type Detector } from "./bar-code-detector.ts";

/** Whether there may be a camera; a page without https has none. */
export function canScan(): boolean {
  return typeof navigator !== "undefined" && "mediaDevices" in navigator;
}

const INTERVAL_MS = 250;
/** Until the same code counts as another piece. */
const PAUSE_MS = 1500;

interface ScannerProps {
  onCode(code: string): void;
  onClose(): void;
}

export function Scanner({ onCode, onClose }: ScannerProps) {
  const video = useRef<HTMLVideoElement>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const report = useEffectEvent(onCode);

  useEffect(() => {
    let stream: MediaStream | null = null;
    let timer: ReturnType<typeof setTimeout>;
    let isOver = false;
    let last = { code: "", at: 0 };

    async function detect(detector: Detector) {
      if (isOver || !video.current) return;
      try {
        const [found] = await detector.detect(video.current);
        const now = performance.now();
        if (found && (found.rawValue !== last.code || now - last.at > PAUSE_MS)) report(found.rawValue);
        if (found) last = { code: found.rawValue, at: now };
      } catch {
        // The video has no picture yet.
      }
      timer = setTimeout(() => void detect(detector), INTERVAL_MS);
    }

    async function start() {
      try {
        stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
        if (isOver || !video.current) return stop();
        video.current.srcObject = stream;
        const [detector] = await Promise.all([createDetector(), video.current.play()]);
        await detect(detector);
      } catch (error) {
        console.error("admin: the camera could not be opened", error);
        setFailure("La caméra ne s'ouvre pas : autorisez-la, ou tapez le code.");
      }
    }

    function stop() {
      isOver = true;
      clearTimeout(timer);
      for (const track of stream?.getTracks() ?? []) track.stop();
    }

    void start();
    return stop;
  }, []);

  if (failure) {
    return (
      <p role="alert" className="flex flex-wrap items-center gap-3 text-sm font-medium text-danger">
        {failure}
        <Button variant="outline" onClick={onClose}>
          Fermer
        </Button>
      </p>
    );
  }
  return (
    <video
      ref={video}
      muted
      playsInline
      aria-label="Image de la caméra"
      className="max-h-64 w-full rounded-lg bg-foreground object-cover"
    />
  );
}
