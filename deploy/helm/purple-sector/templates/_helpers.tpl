{{- /* Name of an object of the release: (dict "root" $ "name" "tipping"); of the release itself without a name. */ -}}
{{- define "purple-sector.name" -}}
{{- $base := ternary .root.Release.Name (printf "%s-%s" .root.Release.Name .root.Chart.Name) (contains .root.Chart.Name .root.Release.Name) -}}
{{- if .name }}{{ printf "%s-%s" ($base | trunc 44 | trimSuffix "-") .name }}{{ else }}{{ $base | trunc 63 | trimSuffix "-" }}{{ end -}}
{{- end -}}

{{- define "purple-sector.selector" -}}
app.kubernetes.io/name: {{ .root.Chart.Name }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .name }}
{{- end -}}

{{- define "purple-sector.labels" -}}
{{ include "purple-sector.selector" . }}
app.kubernetes.io/version: {{ .root.Values.image.tag | default .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version }}
{{- end -}}

{{- /* What a process is (processes.yaml), with the values for it over those for all. */ -}}
{{- define "purple-sector.process" -}}
{{- $facts := get (.root.Files.Get "processes.yaml" | fromYaml) .name -}}
{{- $values := get .root.Values.processes .name | default dict -}}
{{- $settings := mergeOverwrite (deepCopy .root.Values.settings) ($values.settings | default dict) -}}
{{- mergeOverwrite (deepCopy .root.Values.defaults) (omit $values "settings") $facts (dict "settingValues" $settings) | toYaml -}}
{{- end -}}

{{- define "purple-sector.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end -}}

{{- /* Whether another object sets the number of replicas: (dict "root" $ "name" … "process" …). */ -}}
{{- define "purple-sector.scaledByKeda" -}}
{{- $keda := .root.Values.keda -}}
{{- if or (and (eq .name "engagement") $keda.engagement.enabled) (and (eq .name "scoring-worker") $keda.scoringWorker.enabled) }}true{{ end -}}
{{- end -}}

{{- define "purple-sector.podSecurity" -}}
runAsNonRoot: true
runAsUser: {{ . }}
runAsGroup: {{ . }}
fsGroup: {{ . }}
seccompProfile: { type: RuntimeDefault }
{{- end -}}

{{- define "purple-sector.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end -}}

{{- define "purple-sector.secretEnv" -}}
- name: {{ .key }}
  valueFrom: { secretKeyRef: { name: {{ .secret }}, key: {{ .from | default .key }}{{ if .optional }}, optional: true{{ end }} } }
{{- end -}}

{{- /* Postgres by URL, with a role and the variable of its password: (dict "root" $ "user" … "password" …). */ -}}
{{- define "purple-sector.databaseUrl" -}}
{{- $url := .root.Values.database.url -}}
{{- if .root.Values.dev.enabled }}{{ $url = printf "postgres://%s:5432/purple_sector" (include "purple-sector.name" (dict "root" .root "name" "postgres")) }}{{ end -}}
{{- $url | required "database.url is needed, or dev.enabled." | replace "postgresql://" "postgres://" | replace "postgres://" (printf "postgres://%s:$(%s)@" .user .password) -}}
{{- end -}}

{{- define "purple-sector.kafkaBrokers" -}}
{{- if .Values.dev.enabled }}{{ include "purple-sector.name" (dict "root" . "name" "kafka") }}:9092{{ else }}{{ .Values.kafka.brokers | required "kafka.brokers is needed, or dev.enabled." }}{{ end -}}
{{- end -}}

{{- define "purple-sector.kafkaEnv" -}}
- name: KAFKA_BROKERS
  value: {{ include "purple-sector.kafkaBrokers" . | quote }}
- name: KAFKA_REPLICATION
  value: {{ ternary 1 .Values.kafka.replication .Values.dev.enabled | quote }}
{{- end -}}

{{- define "purple-sector.redisEnv" -}}
{{- with .Values.redis.urlSecret -}}
{{- if .name }}{{ include "purple-sector.secretEnv" (dict "key" "REDIS_URL" "secret" .name "from" .key) }}{{ end -}}
{{- end -}}
{{- if not .Values.redis.urlSecret.name -}}
- name: REDIS_URL
  value: {{ if .Values.dev.enabled }}redis://{{ include "purple-sector.name" (dict "root" . "name" "redis") }}:6379{{ else }}{{ .Values.redis.url | required "redis.url or redis.urlSecret is needed, or dev.enabled." }}{{ end }}
{{- end -}}
{{- end -}}

{{- /* All variables of a process: (dict "root" $ "name" … "process" …). A password stands before the URL that names it. */ -}}
{{- define "purple-sector.env" -}}
{{- $root := .root }}{{ $process := .process }}{{ $secret := .root.Values.secretName }}{{ $common := .root.Files.Get "common.yaml" | fromYaml -}}
- { name: HOST, value: 0.0.0.0 }
- { name: PORT, value: "8080" }
{{- if not $process.service }}
- { name: METRICS_PORT, value: "9090" }
{{- end }}
{{ include "purple-sector.kafkaEnv" $root }}
{{ include "purple-sector.redisEnv" $root }}
{{- range $name, $other := $root.Files.Get "processes.yaml" | fromYaml }}
{{- if eq $name ($other.service | default "") }}
- name: {{ upper $name }}_URL
  value: http://{{ include "purple-sector.name" (dict "root" $root "name" $name) }}:8080
{{- end }}
{{- end }}
{{- with $process.service }}
{{- $password := printf "%s_DATABASE_PASSWORD" (upper .) }}
{{ include "purple-sector.secretEnv" (dict "key" $password "secret" $secret) }}
- name: DATABASE_URL
  value: {{ include "purple-sector.databaseUrl" (dict "root" $root "user" . "password" $password) | quote }}
{{- end }}
{{- range $process.secrets }}
{{ include "purple-sector.secretEnv" (dict "key" . "secret" $secret) }}
{{- end }}
{{- range concat $common.optionalSecrets ($process.optionalSecrets | default list) }}
{{ include "purple-sector.secretEnv" (dict "key" . "secret" $secret "optional" true) }}
{{- end }}
{{- if $process.mail }}
- { name: DATA_DIR, value: /data }
{{- end }}
{{- range concat $common.settings (ternary $common.serviceSettings list (not (not $process.service))) ($process.settings | default list) }}
{{- if hasKey $process.settingValues . }}
{{- $value := get $process.settingValues . }}
- name: {{ . }}
  value: {{ kindIs "string" $value | ternary $value (toJson $value) | quote }}
{{- end }}
{{- end }}
{{- with concat $root.Values.extraEnv $process.extraEnv }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{- /* Replicas over zones and nodes, as far as there are any: (dict "root" $ "name" …). */ -}}
{{- define "purple-sector.spread" -}}
topologySpreadConstraints:
  - maxSkew: 1
    topologyKey: topology.kubernetes.io/zone
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels: {{- include "purple-sector.selector" . | nindent 8 }}
affinity:
  podAntiAffinity:
    preferredDuringSchedulingIgnoredDuringExecution:
      - weight: 100
        podAffinityTerm:
          topologyKey: kubernetes.io/hostname
          labelSelector:
            matchLabels: {{- include "purple-sector.selector" . | nindent 14 }}
{{- end -}}

{{- define "purple-sector.devVolume" -}}
{{- with .Values.dev.volumeSize -}}
volumeClaimTemplates:
  - metadata: { name: data }
    spec: { accessModes: [ReadWriteOnce], resources: { requests: { storage: {{ . }} } } }
{{- end -}}
{{- end -}}
